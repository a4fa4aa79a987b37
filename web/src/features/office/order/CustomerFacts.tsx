import type { OfficeOrder } from '../office.queries.ts'

export function CustomerFacts({ office: { customer, order } }: { office: OfficeOrder }) {
  const { bulkAddress: to } = order
  const parcelTo = to && [to.name, to.address1, to.address2, `${to.city}, ${to.state} ${to.zip}`]
  const facts: [label: string, value: string][] = [
    ['Business', customer.company],
    ['Person', customer.name],
    ['Email', customer.email],
    ['Phone', customer.phone],
    ['PO number', order.poNumber],
    ['Parcel to', parcelTo?.filter(Boolean).join(', ') ?? ''],
  ]
  return (
    <section aria-labelledby="customer">
      <h2 id="customer" className="text-h3">
        Customer
      </h2>
      <dl className="mt-3 grid gap-1.5">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="flex gap-3">
              <dt className="min-w-22 text-muted">{label}</dt>
              <dd className="wrap-anywhere min-w-0">{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
