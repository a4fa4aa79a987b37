import { stepPath, stepTitle } from '@laurel/domain/product-setup-flow'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Note } from '../../../parts/Note.tsx'
import type { CardItem } from '../create-reward.queries.ts'
import { stepOfMissing } from './missing-steps.ts'

/** What the card still lacks, each part with the way to its step. */
export function Missing({ item }: { item: CardItem }) {
  const ref = useRef<HTMLDivElement>(null)
  const count = item.missing.length
  useEffect(() => {
    if (count > 0) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  if (count === 0) return null
  return (
    <div ref={ref} className="px-(--gutter) pt-6">
      <Note tone="bad">
        <p className="font-semibold">Not quite finished</p>
        <ul className="mt-1 grid gap-1">
          {item.missing.map(({ field, message }) => {
            const step = stepOfMissing(field, item.rewardTypeData.name)
            return (
              <li key={`${field} ${message}`}>
                {message}{' '}
                <Link to={stepPath(step)} className="link">
                  Go to {stepTitle(step).toLowerCase()}
                </Link>
              </li>
            )
          })}
        </ul>
      </Note>
    </div>
  )
}
