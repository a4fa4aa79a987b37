import { api } from '@laurel/contract/routes'
import type { BatchKind } from '@laurel/domain/batch-status'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { missing } from '../../../parts/Form.tsx'
import { plural } from '../../../parts/format.ts'
import { Chip, Chips } from '../../../parts/Tag.tsx'
import { TextArea, TextField } from '../../../parts/TextField.tsx'
import { PagedList } from '../ListParts.tsx'
import { OfficeDialog, ReasonDialog } from '../OfficeDialog.tsx'
import { useMay } from '../office.queries.ts'
import { useDecision } from '../office-mutations.ts'
import { letterName } from './batch-words.ts'
import { type Batch, fulfillmentQueries, isBusy, type Letter } from './fulfillment.queries.ts'
import { type CarrierName, CarrierSelect, LetterRows } from './LetterRows.tsx'

/** Reloads the letters once the batch's labels are bought, because the two are separate queries. */
function useFollowBatch({ id, status, withoutLabelCount, unknownLabelCount, buyingLabels }: Batch) {
  const queryClient = useQueryClient()
  const stand = [status, withoutLabelCount, unknownLabelCount, buyingLabels].join(' ')
  const seen = useRef(stand)
  useEffect(() => {
    if (seen.current === stand) return
    seen.current = stand
    void queryClient.invalidateQueries({ queryKey: fulfillmentQueries.allLetters(id) })
  }, [stand, id, queryClient])
}

type BatchLettersProps = { batch: Batch; onChanged: () => void }
type Only = 'without_tracking' | 'warned'
type Asked = { what: 'list' } | { what: 'one' | 'void'; letter: Letter }

const FILTERS: readonly { only: Only; label: string }[] = [
  { only: 'without_tracking', label: 'No tracking number' },
  { only: 'warned', label: 'Addresses to check' },
]

/** The batch's letters in print order, with their tracking. */
export function BatchLetters({ batch, onChanged }: BatchLettersProps) {
  const may = useMay()
  const [only, setOnly] = useState<Only>()
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<Asked>()
  const read = useQuery(fulfillmentQueries.letters(batch.id, { only, page }, isBusy(batch)))
  useFollowBatch(batch)
  const mayTrack = may('deliveries.work') && batch.status !== 'cancelled' && batch.status !== 'failed'
  const dialog = { onClose: () => setAsked(undefined), onChanged }
  return (
    <section aria-labelledby="letters">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="letters" className="text-h3">
          {batch.kind === 'bulk' ? 'Parcel' : 'Letters'}
        </h2>
        {mayTrack && (
          <Button size="compact" onClick={() => setAsked({ what: 'list' })}>
            Paste tracking numbers
          </Button>
        )}
      </div>
      <Chips label="Show only">
        {FILTERS.map(({ only: one, label }) => (
          <Chip
            key={one}
            isSelected={only === one}
            onPress={() => {
              setOnly(only === one ? undefined : one)
              setPage(1)
            }}
          >
            {label}
          </Chip>
        ))}
      </Chips>
      <div className="mt-2">
        <PagedList
          label="Letters"
          read={read}
          page={page}
          onPage={setPage}
          empty={<p className="py-6 text-muted">{only ? 'No matches.' : 'This batch is empty.'}</p>}
        >
          {(letters) => (
            <LetterRows
              letters={letters}
              mayWork={mayTrack}
              onTrack={(letter) => setAsked({ what: 'one', letter })}
              onVoid={(letter) => setAsked({ what: 'void', letter })}
            />
          )}
        </PagedList>
      </div>
      {asked?.what === 'list' && <TrackingListDialog batch={batch} {...dialog} />}
      {asked?.what === 'one' && <TrackingDialog letter={asked.letter} kind={batch.kind} {...dialog} />}
      {asked?.what === 'void' && <VoidDialog letter={asked.letter} {...dialog} />}
    </section>
  )
}

type VoidDialogProps = { letter: Letter; onClose: () => void; onChanged: () => void }

function VoidDialog({ letter, onClose, onChanged }: VoidDialogProps) {
  const { shipment } = letter
  if (!shipment) return null
  return (
    <ReasonDialog
      title={`Void the label for ${letterName(letter)}?`}
      lead={
        <p>
          {shipment.status === 'unknown'
            ? `We don’t know whether ${shipment.carrier} created it. Check your account there first; voiding it here doesn’t cancel it there.`
            : `${shipment.carrier} refunds it, and it can’t be used anymore.`}
        </p>
      }
      submit="Void label"
      isDanger
      hint="Kept in the audit log."
      maxLength={200}
      decide={(reason) => call(api.voidShipment, { params: { id: shipment.id }, body: { reason } })}
      done="Label voided"
      onClose={onClose}
      onChanged={onChanged}
    />
  )
}

type TrackingDialogProps = { letter: Letter; kind: BatchKind; onClose: () => void; onChanged: () => void }

/** Takes the tracking number of one letter or parcel by hand. */
function TrackingDialog({ letter, kind, onClose, onChanged }: TrackingDialogProps) {
  const usual = kind === 'bulk' ? 'UPS' : 'USPS'
  const [carrier, setCarrier] = useState<CarrierName>(
    letter.carrier === 'UPS' || letter.carrier === 'USPS' ? letter.carrier : usual,
  )
  const [number, setNumber] = useState(letter.trackingNumber)
  const track = useDecision({
    decide: () =>
      call(api.setDeliveryTracking, {
        params: { id: letter.id },
        body: { carrier, trackingNumber: number.trim() },
      }),
    done: number.trim() === '' ? 'Tracking number removed' : 'Tracking number saved',
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={`Tracking number for ${letterName(letter)}`}
      lead={<p>{letter.reference}. Leave blank to remove the number.</p>}
      submit="Save"
      request={track}
      onClose={onClose}
    >
      <CarrierSelect value={carrier} onChange={setCarrier} />
      <TextField
        label="Tracking number"
        name="trackingNumber"
        value={number}
        onChange={setNumber}
        maxLength={60}
        autoComplete="off"
      />
    </OfficeDialog>
  )
}

type TrackingListDialogProps = { batch: Batch; onClose: () => void; onChanged: () => void }

/** Takes a list of references and tracking numbers: all lines, or none if one is wrong. */
function TrackingListDialog({ batch, onClose, onChanged }: TrackingListDialogProps) {
  const [carrier, setCarrier] = useState<CarrierName>(batch.kind === 'bulk' ? 'UPS' : 'USPS')
  const [lines, setLines] = useState('')
  const track = useDecision({
    decide: () => call(api.setBatchTracking, { params: { id: batch.id }, body: { carrier, lines } }),
    done: ({ updated }) => `${plural(updated, 'tracking number')} saved`,
    onClose,
    onChanged,
  })
  // The field shows the first one.
  const further = track.error instanceof ApiProblem ? track.error.errors.slice(1) : []

  return (
    <OfficeDialog
      title="Paste tracking numbers"
      lead={<p>If any line has an error, we won’t save any of them.</p>}
      submit="Save numbers"
      request={track}
      check={() => missing({ lines })}
      onClose={onClose}
    >
      <CarrierSelect value={carrier} onChange={setCarrier} />
      <TextArea
        label="Lines"
        name="lines"
        hint="One reference and number per line, for example: D-17, 9400111899223197428490"
        value={lines}
        onChange={setLines}
        rows={7}
        isRequired
      />
      {further.length > 0 && (
        <ul className="grid gap-1 text-bad text-small">
          {further.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
      )}
    </OfficeDialog>
  )
}
