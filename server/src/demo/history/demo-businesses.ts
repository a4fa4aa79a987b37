import { DANA, type DemoCustomer, MARCUS } from '../demo-people.ts'

/** A customer who has ordered for a year. */
export type BuyerOfPast = Pick<DemoCustomer, 'email' | 'profile' | 'taxNumber'> & {
  /** Where their parcels go. */
  address: { name: string; company: string; address1: string; city: string; state: string; zip: string }
}

function business(
  [first_name, last_name]: readonly [string, string],
  legal_business_name: string,
  [business_address1, business_city, business_state, business_zip]: readonly [string, string, string, string],
  taxNumber: string,
  purpose_of_order: string,
): BuyerOfPast {
  const domain = legal_business_name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return {
    email: `${plain(first_name)}.${plain(last_name)}@${domain}.example`,
    taxNumber,
    profile: {
      first_name,
      last_name,
      legal_business_name,
      business_address1,
      business_city,
      business_state,
      business_zip,
      heard_about: 'A web search',
      referral_source: 'None',
      purpose_of_order,
    },
    address: {
      name: `${first_name} ${last_name}`,
      company: legal_business_name,
      address1: business_address1,
      city: business_city,
      state: business_state,
      zip: business_zip,
    },
  }
}

function ofDemo({ email, profile, taxNumber, addresses: [first] }: DemoCustomer): BuyerOfPast {
  const { name, company, address1, city, state, zip } = first!
  return { email, profile, taxNumber, address: { name, company, address1, city, state, zip } }
}

export const BUYERS: Readonly<Record<'northwind' | 'acorn', readonly BuyerOfPast[]>> = {
  northwind: [
    ofDemo(DANA),
    business(
      ['Priya', 'Nair'],
      'Brightwater Dental',
      ['2210 Lake Street', 'Minneapolis', 'MN', '55408'],
      '41-2098765',
      'Referral thanks for our patients',
    ),
    business(
      ['Tomás', 'Núñez'],
      'Cedar & Pine Builders',
      ['58 Harbor Avenue', 'Portland', 'ME', '04101'],
      '01-3344556',
      'Safety awards for our crews',
    ),
    business(
      ['Grace', 'Okafor'],
      'Summit Credit Union',
      ['900 Pearl Street', 'Boulder', 'CO', '80302'],
      '84-7766554',
      'Survey thanks for our members',
    ),
    business(
      ['Élise', 'Laurent'],
      'Maison Laurent Bakery',
      ['31 Royal Street', 'New Orleans', 'LA', '70130'],
      '72-1122334',
      'Holiday cards for our team',
    ),
  ],
  acorn: [
    ofDemo(MARCUS),
    business(
      ['Hannah', 'Berg'],
      'Prairie Freight Lines',
      ['4100 Depot Road', 'Fargo', 'ND', '58102'],
      '45-8899001',
      'Driver anniversaries',
    ),
    business(
      ['Samuel', 'Achebe'],
      'Linden Schools Foundation',
      ['77 College Avenue', 'Ann Arbor', 'MI', '48104'],
      '38-5566778',
      'Thanks for our volunteers',
    ),
  ],
}

/** Colleagues of the demo's owners. */
export const STAFF = {
  northwind: [
    { email: 'maria.lund@northwind.example', name: 'Maria Lund', role: 'finance' },
    { email: 'joel.hart@northwind.example', name: 'Joel Hart', role: 'fulfillment' },
    { email: 'ines.costa@northwind.example', name: 'Ines Costa', role: 'support' },
  ],
  acorn: [
    { email: 'peter.voss@acorn.example', name: 'Peter Voss', role: 'finance' },
    { email: 'amy.chan@acorn.example', name: 'Amy Chan', role: 'fulfillment' },
  ],
} as const

const FIRST_NAMES = [
  'Ada',
  'Ben',
  'Carla',
  'Devon',
  'Ella',
  'Farid',
  'Gina',
  'Hugo',
  'Iris',
  'Jamal',
  'Kira',
  'Liam',
  'Mona',
  'Noah',
  'Olga',
  'Pablo',
  'Quinn',
  'Rosa',
  'Sven',
  'Tara',
  'Uma',
  'Victor',
  'Wendy',
  'Yusuf',
  'Zoé',
]
const LAST_NAMES = [
  'Abbott',
  'Barnes',
  'Castillo',
  'Drake',
  'Ekström',
  'Fischer',
  'Gomez',
  'Hill',
  'Ito',
  'Jensen',
  'Kowalski',
  'Lopez',
  'Murphy',
  'Novak',
  'O’Brien',
  'Park',
  'Quist',
  'Reyes',
  'Silva',
  'Tran',
  'Ueda',
  'Vance',
  'Walsh',
  'Young',
  'Zhang',
]
const PLACES = [
  ['Dayton', 'OH', '45402'],
  ['Madison', 'WI', '53703'],
  ['Austin', 'TX', '78701'],
  ['Tucson', 'AZ', '85701'],
  ['Savannah', 'GA', '31401'],
  ['Spokane', 'WA', '99201'],
] as const
const STREETS = ['Elm Street', 'Oak Avenue', 'Mill Road', 'Park Lane', 'Second Street', 'Hill Drive']

/** The n-th recipient of the demo. The same number is always the same person. */
export function recipientOf(n: number) {
  const first_name = FIRST_NAMES[n % FIRST_NAMES.length]!
  const last_name = LAST_NAMES[(n * 7 + Math.floor(n / FIRST_NAMES.length)) % LAST_NAMES.length]!
  const [city, state, zip] = PLACES[n % PLACES.length]!
  return {
    first_name,
    last_name,
    email: `${plain(first_name)}.${plain(last_name)}${n}@people.example`,
    address1: `${12 + ((n * 37) % 880)} ${STREETS[n % STREETS.length]}`,
    city,
    state,
    zip,
  }
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()
}
