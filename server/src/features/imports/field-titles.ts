/** What a list's columns are called where we write them. */
export const FIELD_TITLES: Readonly<Record<string, string>> = {
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  address1: 'Address',
  address2: 'Address 2',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
  amount_cents: 'Card value',
  message: 'Message',
}
