import type { RoadStop } from './road.ts'
import './confirmation.css'

/** The way of an order: what is behind, where it stands, what comes. */
export function Road({ stops }: { stops: readonly RoadStop[] }) {
  return (
    <ol className="road">
      {stops.map(({ title, text, state }) => (
        <li key={title} className={`road-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
          <strong className="block font-semibold">
            {title}
            {state === 'did' && <span className="sr-only"> (done)</span>}
          </strong>
          <p className="text-muted text-small">{text}</p>
        </li>
      ))}
    </ol>
  )
}
