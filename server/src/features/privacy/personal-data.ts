/**
 * What a column holds about people.
 *
 * - `person`: a name, or a reference to one person
 * - `contact`: where a person is reached: email, phone, IP address
 * - `address`: where a person lives or works
 * - `text`: free text that may name a person
 * - `secret`: a key, a hash, or an encrypted value
 * - `money`: an amount or an account; the books need it
 * - `none`: nothing about a person
 */
export const DATA_CLASSES = ['person', 'contact', 'address', 'text', 'secret', 'money', 'none'] as const
export type DataClass = (typeof DATA_CLASSES)[number]

/** Classes that say something about a person, so that their table needs a fate. */
export const PERSONAL: readonly DataClass[] = ['person', 'contact', 'address', 'text']

/** What happens to a table's personal data, by name. */
export const FATES = {
  recipient: 'Retention removes the address, then the name. Erasing the person removes both.',
  customer: 'Removed with the customer’s account. Erasing a sender or a list’s person changes nothing else.',
  file: 'Retention removes files that no order in progress uses.',
  audit: 'Retention removes the details of old entries. Erasing a person removes those that name the person.',
  note: 'Kept with the order. Erasing a person removes notes that name the person.',
  books: 'Kept, as tax and accounting law requires.',
  staff: 'About the organization’s own people. Kept as long as what they did.',
  account: 'Removed with the account.',
  expires: 'Removed automatically, within 30 days at most.',
} as const satisfies Readonly<Record<string, string>>
export type Fate = keyof typeof FATES

/** Names of columns, between spaces. */
type Columns = string | readonly string[]
export type TableData = Readonly<Partial<Record<DataClass, Columns>>> & { readonly fate?: Fate }
export type Register = Readonly<Record<string, TableData>>

type Words<Text, Found = never> = Text extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | Text
type Listed<Data> = {
  [Class in DataClass & keyof Data]: Words<
    Data[Class] extends readonly unknown[] ? Data[Class][number] : Data[Class]
  >
}[DataClass & keyof Data]

/** Columns that a register leaves out, or names without there being one: `orders.note`. */
export type Unclassified<Data, Tables> = {
  [Table in keyof Tables & string]: Table extends keyof Data
    ? `${Table}.${(Exclude<keyof Tables[Table], Listed<Data[Table]>> | Exclude<Listed<Data[Table]>, keyof Tables[Table]>) & string}`
    : Table
}[keyof Tables & string]

/** The class of each column of a table. */
export function classesOf(data: TableData): Map<string, DataClass> {
  return new Map(
    DATA_CLASSES.flatMap((name) =>
      [data[name] ?? []]
        .flat()
        .flatMap((columns) => columns.split(' ').map((column) => [column, name] as const)),
    ),
  )
}
