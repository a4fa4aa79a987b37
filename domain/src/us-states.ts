import { isOneTypo } from './one-typo.ts'

/** Everywhere US mail is delivered: 50 states, DC, territories, military mail. */
export const US_STATES = [
  { code: 'AL', name: 'Alabama' },
  { code: 'AK', name: 'Alaska' },
  { code: 'AZ', name: 'Arizona' },
  { code: 'AR', name: 'Arkansas' },
  { code: 'CA', name: 'California' },
  { code: 'CO', name: 'Colorado' },
  { code: 'CT', name: 'Connecticut' },
  { code: 'DE', name: 'Delaware' },
  { code: 'DC', name: 'District of Columbia' },
  { code: 'FL', name: 'Florida' },
  { code: 'GA', name: 'Georgia' },
  { code: 'HI', name: 'Hawaii' },
  { code: 'ID', name: 'Idaho' },
  { code: 'IL', name: 'Illinois' },
  { code: 'IN', name: 'Indiana' },
  { code: 'IA', name: 'Iowa' },
  { code: 'KS', name: 'Kansas' },
  { code: 'KY', name: 'Kentucky' },
  { code: 'LA', name: 'Louisiana' },
  { code: 'ME', name: 'Maine' },
  { code: 'MD', name: 'Maryland' },
  { code: 'MA', name: 'Massachusetts' },
  { code: 'MI', name: 'Michigan' },
  { code: 'MN', name: 'Minnesota' },
  { code: 'MS', name: 'Mississippi' },
  { code: 'MO', name: 'Missouri' },
  { code: 'MT', name: 'Montana' },
  { code: 'NE', name: 'Nebraska' },
  { code: 'NV', name: 'Nevada' },
  { code: 'NH', name: 'New Hampshire' },
  { code: 'NJ', name: 'New Jersey' },
  { code: 'NM', name: 'New Mexico' },
  { code: 'NY', name: 'New York' },
  { code: 'NC', name: 'North Carolina' },
  { code: 'ND', name: 'North Dakota' },
  { code: 'OH', name: 'Ohio' },
  { code: 'OK', name: 'Oklahoma' },
  { code: 'OR', name: 'Oregon' },
  { code: 'PA', name: 'Pennsylvania' },
  { code: 'RI', name: 'Rhode Island' },
  { code: 'SC', name: 'South Carolina' },
  { code: 'SD', name: 'South Dakota' },
  { code: 'TN', name: 'Tennessee' },
  { code: 'TX', name: 'Texas' },
  { code: 'UT', name: 'Utah' },
  { code: 'VT', name: 'Vermont' },
  { code: 'VA', name: 'Virginia' },
  { code: 'WA', name: 'Washington' },
  { code: 'WV', name: 'West Virginia' },
  { code: 'WI', name: 'Wisconsin' },
  { code: 'WY', name: 'Wyoming' },
  { code: 'AS', name: 'American Samoa' },
  { code: 'GU', name: 'Guam' },
  { code: 'MP', name: 'Northern Mariana Islands' },
  { code: 'PR', name: 'Puerto Rico' },
  { code: 'VI', name: 'U.S. Virgin Islands' },
  { code: 'AA', name: 'Armed Forces Americas' },
  { code: 'AE', name: 'Armed Forces Europe' },
  { code: 'AP', name: 'Armed Forces Pacific' },
] as const

export type StateCode = (typeof US_STATES)[number]['code']

const NAME_BY_CODE = new Map<string, string>(US_STATES.map(({ code, name }) => [code, name]))

/** Is this a two-letter code of such a place, in capitals? */
export function isStateCode(value: unknown): value is StateCode {
  return typeof value === 'string' && NAME_BY_CODE.has(value)
}

/** "OR" is Oregon; an unknown code is returned unchanged. */
export function stateName(code: string): string {
  return NAME_BY_CODE.get(code) ?? code
}

/** Abbreviations from before two-letter codes, and ones people still use. */
const SHORT_FORMS: Readonly<Partial<Record<StateCode, string>>> = {
  AL: 'ala',
  AZ: 'ariz',
  AR: 'ark',
  CA: 'calif cal',
  CO: 'colo',
  CT: 'conn',
  DE: 'del',
  DC: 'washingtondc thedistrictofcolumbia distofcolumbia',
  FL: 'fla',
  IL: 'ill',
  IN: 'ind',
  KS: 'kan kans',
  MA: 'mass',
  MI: 'mich',
  MN: 'minn',
  MS: 'miss',
  MT: 'mont',
  NE: 'neb nebr',
  NV: 'nev',
  NH: 'nhamp newhamp',
  NJ: 'njersey',
  NM: 'nmex newmex',
  NY: 'nyork newyorkstate',
  NC: 'ncar ncarolina nocarolina',
  ND: 'ndak ndakota nodakota',
  OK: 'okla',
  OR: 'ore oreg',
  PA: 'penn penna',
  SC: 'scar scarolina socarolina',
  SD: 'sdak sdakota sodakota',
  TN: 'tenn',
  TX: 'tex',
  WA: 'wash washingtonstate',
  WV: 'wva wvirginia westva',
  WI: 'wis wisc',
  WY: 'wyo',
  MP: 'cnmi',
  PR: 'prico',
  VI: 'usvi virginislands usvirginislands',
}
const CODE_BY_FORM = new Map<string, StateCode>(
  US_STATES.flatMap(({ code, name }) =>
    [code, name, ...(SHORT_FORMS[code]?.split(' ') ?? [])].map((form) => [lettersOf(form), code] as const),
  ),
)

/** Reads "or", "Oregon", "Ore." and "N. J." as their codes. */
export function findStateCode(text: string): StateCode | undefined {
  const upper = text.trim().toUpperCase()
  if (isStateCode(upper)) return upper
  return CODE_BY_FORM.get(lettersOf(text.replace(/,?\s*\bU\.?S\.?(A\.?)?\s*$/i, '')))
}

/** The state whose name was mistyped by one letter: "Californa", "Orgeon". */
export function suggestState(text: string): StateCode | undefined {
  const typed = lettersOf(text)
  const near = typed.length < 4 ? [] : US_STATES.filter(({ name }) => isOneTypo(typed, lettersOf(name)))
  return near.length === 1 ? near[0]!.code : undefined
}

/** Without spaces, periods, and accents: "N. J." and "nj" match. */
function lettersOf(text: string): string {
  const plain = text.normalize('NFD').replace(/[\s.,'’ʻ\p{M}-]/gu, '')
  return plain.toLowerCase()
}
