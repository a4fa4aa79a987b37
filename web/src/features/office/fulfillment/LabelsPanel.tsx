import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { useMay } from '../office.queries.ts'
import { BuyLabelsDialog } from './BuyLabelsDialog.tsx'
import { type Batch, fulfillmentQueries } from './fulfillment.queries.ts'

type LabelsPanelProps = { batch: Batch; onChanged: () => void }

/** Labels are bought where the site has an account; without one, numbers are typed by hand. */
export function LabelsPanel({ batch, onChanged }: LabelsPanelProps) {
  const [isAsking, setAsking] = useState(false)
  const may = useMay()
  const carrier = batch.kind === 'bulk' ? 'UPS' : 'USPS'
  const { data } = useQuery(fulfillmentQueries.carriers())
  if (!data) return null
  const account = data.find((one) => one.carrier === carrier)
  const mayBuy = account?.enabled === true && account.complete
  return (
    <section aria-labelledby="labels">
      <h2 id="labels" className="text-h3">
        Labels
      </h2>
      {batch.unknownLabelCount > 0 && (
        <p className="mt-3 text-warn">
          {plural(batch.unknownLabelCount, 'label')} without an answer from {carrier} yet.
        </p>
      )}
      {mayBuy ? (
        <>
          <p className="mt-3 text-muted text-small">{labelWords(batch)}</p>
          {batch.withoutLabelCount > 0 && !batch.buyingLabels && (
            <Button className="mt-3" size="compact" onClick={() => setAsking(true)}>
              Buy labels
            </Button>
          )}
        </>
      ) : (
        <p className="mt-3 text-muted text-small">
          No {carrier} account is set up. Buy labels elsewhere and type or paste their numbers here.
          {may('site.edit') && (
            <>
              {' '}
              <Link to="/office/site" search={{ part: 'carriers' }} className="text-accent-text underline">
                Set one up
              </Link>
            </>
          )}
        </p>
      )}
      {isAsking && (
        <BuyLabelsDialog
          batch={batch}
          carrier={carrier}
          onClose={() => setAsking(false)}
          onChanged={onChanged}
        />
      )}
    </section>
  )
}

function labelWords({ kind, withoutLabelCount, buyingLabels }: Batch): string {
  if (buyingLabels) return 'The labels are being bought.'
  if (withoutLabelCount === 0) return 'Everything here that is still to leave has a label or a number.'
  return `${plural(withoutLabelCount, kind === 'bulk' ? 'parcel' : 'letter')} without a label.`
}
