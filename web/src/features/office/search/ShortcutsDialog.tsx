import { Switch } from '../../../parts/Checkbox.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { useMay } from '../office.queries.ts'
import { PLACES } from '../shell/places.ts'
import { Keys } from './Keys.tsx'
import { COMMAND, closeOverlay, setSingleKeys, useSingleKeys } from './shortcuts.ts'

/** All shortcuts, and a switch for those that are a single key. */
export function ShortcutsDialog() {
  const may = useMay()
  const { areOn } = useSingleKeys()
  const places = PLACES.filter(({ key, needs }) => key !== undefined && (!needs || may(needs)))
  return (
    <Modal isOpen onClose={closeOverlay} title="Keyboard shortcuts">
      <Shortcuts title="Anywhere" shortcuts={[{ what: 'Search everything', keys: [COMMAND, 'K'] }]} />
      <div className={areOn ? '' : 'opacity-50'}>
        <Shortcuts
          title="Outside text fields"
          shortcuts={[
            { what: 'Search everything', keys: ['/'] },
            { what: 'All shortcuts', keys: ['?'] },
          ]}
        />
        <Shortcuts
          title="In the review queue"
          shortcuts={[
            { what: 'Next order', keys: ['J'] },
            { what: 'Previous order', keys: ['K'] },
            { what: 'Previous or next proof', keys: ['←', '→'] },
            ...(may('orders.review') ? DECISIONS : []),
            ...(may('orders.note') ? [{ what: 'Email customer', keys: ['M'] }] : []),
          ]}
        />
        <Shortcuts
          title="Go to a page"
          shortcuts={places.map(({ label, key = '' }) => ({ what: label, keys: ['G', key.toUpperCase()] }))}
        />
      </div>
      <div className="mt-5 border-line border-t pt-3">
        <Switch isSelected={areOn} onChange={setSingleKeys}>
          Shortcuts without {COMMAND}
        </Switch>
        <p className="text-muted text-small">
          Turn these off if you use dictation or often hit keys by accident. Saved in this browser.
        </p>
      </div>
    </Modal>
  )
}

const DECISIONS = [
  { what: 'Approve', keys: ['A'] },
  { what: 'Hold', keys: ['H'] },
  { what: 'Decline', keys: ['D'] },
]

type ShortcutsProps = { title: string; shortcuts: readonly { what: string; keys: readonly string[] }[] }

function Shortcuts({ title, shortcuts }: ShortcutsProps) {
  return (
    <section className="mt-5">
      <h3 className="text-label text-muted">{title}</h3>
      <dl className="mt-0.5 grid grid-cols-2 gap-x-10 xs:gap-x-12 tiny:grid-cols-1">
        {shortcuts.map(({ what, keys }) => (
          <div key={what} className="flex min-h-9 items-center justify-between gap-2">
            <dt>{what}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
