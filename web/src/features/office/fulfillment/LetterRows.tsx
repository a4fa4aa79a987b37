import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import { showFailure } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import { plural } from '../../../parts/format.ts'
import { Segment } from '../../../parts/Segment.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { Cell, Table } from '../../../parts/Table.tsx'
import { letterName, letterPlace } from './batch-words.ts'
import type { Letter } from './fulfillment.queries.ts'

type LetterRowsProps = {
  letters: readonly Letter[]
  mayWork: boolean
  onTrack: (letter: Letter) => void
  onVoid: (letter: Letter) => void
}

export function LetterRows({ letters, ...rest }: LetterRowsProps) {
  return (
    <Table
      stacks
      aria-label="Batch contents"
      columns={['To', 'Address', 'Tracking', { title: 'Actions', isUnseen: true }]}
    >
      {letters.map((letter) => (
        <Row key={letter.id} letter={letter} {...rest} />
      ))}
    </Table>
  )
}

function Row({ letter, mayWork, onTrack, onVoid }: Omit<LetterRowsProps, 'letters'> & { letter: Letter }) {
  const name = letterName(letter)
  const { shipment } = letter
  const isFollowed = letter.status === 'printing' || letter.status === 'mailed'
  const isBought = shipment?.status === 'made' || shipment?.status === 'unknown'
  return (
    <tr>
      <Cell className="break-words narrow:col-span-2">
        <span className="font-medium">{name}</span>
        <span className="block text-muted text-small">
          {letter.reference}, order {letter.orderNumber}
          {letter.cardCount > 1 && `, ${plural(letter.cardCount, 'card')}`}
        </span>
      </Cell>
      <Cell className="wrap-anywhere text-small narrow:col-span-2">
        {letterPlace(letter)}
        {letter.addressWarning && <span className="block text-warn">{letter.addressWarning}</span>}
        {letter.addressSuggestion && (
          <span className="block text-muted">Message from the carrier: {letter.addressSuggestion}</span>
        )}
      </Cell>
      <Cell className="wrap-anywhere text-small narrow:col-span-2">
        <Tracking letter={letter} />
      </Cell>
      <Cell className="narrow:col-span-2">
        {mayWork && (
          <span className="flex flex-wrap justify-end gap-2 narrow:justify-start">
            {shipment?.hasLabel && shipment.status === 'made' && (
              <LabelButton shipment={shipment} name={name} />
            )}
            {isBought && letter.status === 'printing' && (
              <Button
                size="compact"
                look="plain"
                aria-label={`Void the label of ${name}`}
                onClick={() => onVoid(letter)}
              >
                Void
              </Button>
            )}
            {isFollowed && (
              <Button
                size="compact"
                aria-label={`Type the tracking number of ${name}`}
                onClick={() => onTrack(letter)}
              >
                Number
              </Button>
            )}
          </span>
        )}
      </Cell>
    </tr>
  )
}

const LABEL_WORDS = {
  asked: 'Buying the label',
  unknown: 'Waiting for the carrier to confirm the label',
  failed: 'No label',
  void: 'Label voided',
  made: 'Label',
} as const

function labelWords({ status, service, costCents, problem }: NonNullable<Letter['shipment']>): string {
  // The reason is enough: the label was used, or the carrier didn't accept the refund.
  if (status === 'void' && problem !== '') return problem
  const bought = status === 'made' ? `, ${service}, ${formatCents(costCents)}` : ''
  return `${LABEL_WORDS[status]}${bought}${problem === '' ? '' : `: ${problem}`}`
}

function Tracking({ letter: { carrier, trackingNumber, trackingUrl, shipment } }: { letter: Letter }) {
  return (
    <>
      {trackingNumber === '' ? (
        <span className="text-muted">None</span>
      ) : trackingUrl ? (
        <a href={trackingUrl} target="_blank" rel="noreferrer" className="link">
          {carrier} {trackingNumber}
        </a>
      ) : (
        `${carrier} ${trackingNumber}`
      )}
      {shipment && <span className="block text-muted">{labelWords(shipment)}</span>}
    </>
  )
}

type LabelButtonProps = { shipment: NonNullable<Letter['shipment']>; name: string }

function LabelButton({ shipment, name }: LabelButtonProps) {
  const fetching = useMutation({
    mutationFn: async () =>
      (await call(api.getShipmentLabel, { params: { id: shipment.id } })) as unknown as Blob,
    onSuccess: (bytes) => {
      const ending = bytes.type.split('/').at(-1) || 'pdf'
      saveFile(bytes, `label-${shipment.trackingNumber || shipment.id}.${ending}`)
    },
    onError: (problem) => showFailure('Download failed', problem),
  })
  return (
    <Button
      size="compact"
      look="plain"
      aria-label={`Download the label of ${name}`}
      isPending={fetching.isPending}
      onClick={() => fetching.mutate()}
    >
      Label
    </Button>
  )
}

type LetterChoiceProps = {
  label: string
  letters: readonly Letter[]
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
}

/** Letters to choose, with the carrier's address checks. Choices on other pages are kept. */
export function LetterChoice({ label, letters, chosen, onChange }: LetterChoiceProps) {
  function toggle(id: number, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <ul aria-label={label} className="max-h-[40vh] overflow-y-auto border-line border-y">
      {letters.map((letter) => (
        <li key={letter.id} className="border-line border-b px-1 py-1 last:border-b-0">
          <Checkbox
            isSelected={chosen.has(letter.id)}
            onChange={(isChosen) => toggle(letter.id, isChosen)}
            aria-label={`${letterName(letter)}, ${letter.reference}`}
          >
            <span className="block break-words font-medium">
              {letterName(letter)}{' '}
              <span className="font-normal text-muted text-small">{letter.reference}</span>
            </span>
            <span className="block break-words text-muted text-small">{letterPlace(letter)}</span>
            {letter.addressWarning && (
              <span className="block text-small text-warn">{letter.addressWarning}</span>
            )}
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}

export type CarrierName = 'UPS' | 'USPS'

const CARRIERS = [
  { value: 'USPS', label: 'USPS' },
  { value: 'UPS', label: 'UPS' },
] as const

type CarrierSelectProps = { value: CarrierName; onChange: (carrier: CarrierName) => void }

export function CarrierSelect({ value, onChange }: CarrierSelectProps) {
  return <Segment label="Carrier" fills options={CARRIERS} value={value} onChange={onChange} />
}
