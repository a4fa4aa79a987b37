import { useEffect, useRef } from 'react'
import { formError } from '../../app/api-problem.ts'
import { Note } from '../../parts/Note.tsx'

/** What went wrong with going on, where the eye is: above the button that was pressed. */
export function StepProblem({ problem }: { problem: unknown }) {
  const ref = useRef<HTMLDivElement>(null)
  const sentence = formError(problem)
  useEffect(() => {
    if (sentence) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [sentence])
  if (!sentence) return null
  return (
    <div ref={ref} className="mb-4 scroll-mb-24">
      <Note tone="bad">{sentence}</Note>
    </div>
  )
}
