const CITIES = [
  ['Dayton', 'OH', 'Ohio', '45402'],
  ['Columbus', 'OH', 'Ohio', '43215'],
  ['Portland', 'OR', 'Oregon', '97214'],
  ['Portland', 'ME', 'Maine', '04101'],
  ['Austin', 'TX', 'Texas', '78701'],
  ['Madison', 'WI', 'Wisconsin', '53703'],
  ['Duluth', 'MN', 'Minnesota', '55802'],
  ['Boulder', 'CO', 'Colorado', '80302'],
  ['Durham', 'NC', 'North Carolina', '27701'],
  ['Providence', 'RI', 'Rhode Island', '02903'],
] as const
const STREETS = [
  ...['Foundry Rd', 'Mill Ln', 'Elm St', 'Oak Ct', 'Harbor Way', 'Station Rd', 'Orchard Ave', 'Quarry Rd'],
  ...['Chapel St', 'Garden Ter', 'Lantern Ln', 'Meadow Dr', 'Needle St', 'Pioneer Blvd', 'Raven Rd'],
  ...['Saddler St', 'Timber Trl', 'Union Sq', 'Vine St', 'Walnut St'],
] as const
const WRITTEN_OUT: Readonly<Record<string, string>> = { road: 'rd', lane: 'ln', street: 'st', avenue: 'ave' }

export type InventedPlace = ReturnType<typeof placeOf>

/** Two hundred streets with every house number, found by the beginning of `90 Foundry Road, Dayton`. */
export function findInvented(typed: string, most: number): InventedPlace[] {
  const [, number = '', street = '', city = ''] =
    /^(\d{1,5})\s+([^,]{1,100}?)(?:\s*,\s*(.{0,100}))?$/.exec(typed) ?? []
  if (street === '') return []
  const sought = street.toLowerCase().replace(/\w+$/, (last) => WRITTEN_OUT[last] ?? last)
  return STREETS.flatMap((name, streetAt) =>
    name.toLowerCase().startsWith(sought) ? CITIES.map((_, cityAt) => placeOf(streetAt, cityAt, number)) : [],
  )
    .filter(({ Address }) => Address.Locality.toLowerCase().startsWith(city.trim().toLowerCase()))
    .slice(0, most)
}

/** @returns undefined for an unknown ID */
export function readInvented(placeId: string): InventedPlace | undefined {
  const [, street, city, number] = /^SBX_(\d{1,3})_(\d{1,3})_(\d{1,5})$/.exec(placeId) ?? []
  const isKnown = number !== undefined && Number(street) < STREETS.length && Number(city) < CITIES.length
  return isKnown ? placeOf(Number(street), Number(city), number) : undefined
}

function placeOf(streetAt: number, cityAt: number, number: string) {
  const [city, code, state, zip] = CITIES[cityAt]!
  const street = STREETS[streetAt]!
  return {
    PlaceId: `SBX_${streetAt}_${cityAt}_${number}`,
    PlaceType: 'PointAddress',
    Title: `United States, ${zip}, ${state}, ${city}, ${street} ${number}`,
    Address: {
      Label: `${number} ${street}, ${city}, ${code} ${zip}, United States`,
      Country: { Code2: 'US', Code3: 'USA', Name: 'United States' },
      Region: { Code: code, Name: state },
      Locality: city,
      PostalCode: zip,
      Street: street,
      AddressNumber: number,
    },
  }
}
