import { Facts } from './Facts.tsx'
import type { ReturnedValues } from './returned-values.ts'

/** What the payment page said on the way back. It is shown as its word, not as ours. */
export function Returned({ values }: { values: ReturnedValues }) {
  if (!values.answer && !values.account) return null
  return (
    <Facts
      facts={[
        { label: 'Payment page', value: values.answer },
        { label: 'Account', value: values.account },
      ]}
    />
  )
}
