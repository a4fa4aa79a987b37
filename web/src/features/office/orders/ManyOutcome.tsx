import { Link } from '@tanstack/react-router'
import { Button } from '../../../parts/Button.tsx'
import { Note } from '../../../parts/Note.tsx'
import { keepPlace } from '../use-decision.ts'
import { type Outcome, outcomeWords } from './many-words.ts'

/** What became of many orders, and of each that stayed as it was: why. */
export function ManyOutcome({ outcome, onSeen }: { outcome: Outcome; onSeen: () => void }) {
  const left = outcome.results.filter(({ isDone }) => !isDone)
  return (
    <Note
      tone={left.length > 0 ? 'warn' : 'info'}
      className="mb-4"
      action={
        <Button
          size="compact"
          onClick={() => {
            onSeen()
            keepPlace()
          }}
        >
          Dismiss
        </Button>
      }
    >
      <p role="status" className="font-semibold">
        {outcomeWords(outcome)}
      </p>
      {left.length > 0 && (
        <ul className="mt-1.5 grid gap-1">
          {left.map(({ id, number, message }) => (
            <li key={id}>
              <Link to="/office/orders/$id" params={{ id: String(id) }} className="link">
                {number || 'An order that is not here'}
              </Link>
              : {message}
            </li>
          ))}
        </ul>
      )}
    </Note>
  )
}
