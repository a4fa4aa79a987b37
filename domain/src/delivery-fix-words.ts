type Fixable = {
  first_name: string
  last_name: string
  company: string
  email: string
  address1: string
  address2: string
  city: string
  state: string
  zip: string
}

/**
 * How a delivery was corrected, after "Kim Stone changed": `the email of Ada Lee from ada@x.example to a.lee@x.example`.
 *
 * @param fixed only what changed
 */
export function fixWords(before: Fixable, fixed: Readonly<Partial<Fixable>>): string {
  const after = { ...before, ...fixed }
  const isNamed = nameOf(before) === nameOf(after)
  const what = [
    ...(isNamed ? [] : [`the name of ${nameOf(before)} to ${nameOf(after)}`]),
    ...(before.email === after.email
      ? []
      : [`the email of ${nameOf(after)} from ${before.email} to ${after.email}`]),
    ...(addressOf(before) === addressOf(after)
      ? []
      : [`the address of ${nameOf(after)} from ${addressOf(before)} to ${addressOf(after)}`]),
  ]
  return what.join(' and ') || `the details of ${nameOf(before)}`
}

/** How a returned letter was replaced, after "Kim Stone changed". */
export function conversionWords(before: Fixable, email: string): string {
  return `the letter to ${nameOf(before)} to a digital card for ${email}`
}

function nameOf({ first_name, last_name, company }: Fixable): string {
  return `${first_name} ${last_name}`.trim() || company || 'a recipient'
}

function addressOf({ address1, address2, city, state, zip }: Fixable): string {
  return [address1, address2, city, `${state} ${zip}`.trim()].filter((part) => part !== '').join(', ')
}
