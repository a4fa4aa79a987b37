const FIRST = [
  'Maya,Priya,Tomás,Jonas,Amara,Wen,Ingrid,Lucia,Samuel,Hana,Noor,Diego,Freya,Caleb,Elena,Marcus,Yuki,Omar,Greta,Isaac,',
  'Nadia,Felix,Rosa,Henrik,Leila,Anton,Paula,Kwame,Sofia,Emil,Dara,Hugo,Mira,Theo,Anika,Ruben,Vera,Malik,Clara,Jun',
]
  .join('')
  .split(',')
const LAST =
  'Okafor,Nair,Rivera,Lindqvist,Diallo,Hsu,Solberg,Ferrante,Adeyemi,Novak,Rahmani,Marchetti,Holm,Whitmore,Castillo,Bauer,Tanaka,Haddad,Larsen,Abrams,Petrov,Moreau,Delgado,Nyberg,Farouk,Weiss,Duarte,Mensah,Conti,Berg,Quinn,Vidal,Kaplan,Ostrom,Sharma,Meyer,Volkova,Brooks,Jensen'.split(
    ',',
  )
const STREETS =
  'Juniper Street,Foxglove Drive,Alder Court,Harbor View Road,Cottonwood Avenue,Plum Orchard Way,Quarry Lane,Bellweather Street,Old Mill Road,Sycamore Terrace,Lantern Hill,Saltgrass Boulevard,Prairie Rose Lane'.split(
    ',',
  )
const PLACES =
  'Portland,OR,97214;Madison,WI,53703;Beverly Hills,CA,90210;Portland,ME,04101;Boulder,CO,80302;Fremont,CA,94536;Duluth,MN,55802;Providence,RI,02903;Durham,NC,27701;Cedar Rapids,IA,52401;Burlington,VT,05401'.split(
    ';',
  )
const AMOUNTS = [50, 100, 50, 50, 50, 75, 50, 50, 50, 75, 50, 50]

/**
 * Rows `from` to `to` of a business's list, as CSV: row 3 has an incomplete ZIP code, row 7 is a duplicate, and
 * a few more have warnings.
 */
export function listOfPeople(from: number, to: number): string {
  const rows = Array.from({ length: to - from }, (_, index) => row(from + index))
  if (from < 2_087 && to > 2_087) rows[2_086 - from] = row(6)
  return ['Name,Street,City,State,ZIP,Email,Value', ...rows].join('\n')
}

function row(index: number): string {
  const at = <T>(list: readonly T[]): T => list[index % list.length]!
  const first = at(FIRST)
  const last = at(LAST)
  const house = 12 + ((index * 37) % 2_400)
  const place = index % 400 === 2 ? at(PLACES).slice(0, -1) : at(PLACES)
  const email = `${first}.${last}.${index}@example.com`
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^\w.@]/g, '')
  return `${first} ${last},${house} ${at(STREETS)},${place},${email},${at(AMOUNTS)}`
}
