import { api } from '@laurel/contract/routes'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Progress } from '../../../parts/Progress.tsx'

type Run = {
  checked: number
  total: number
  state: 'running' | 'whole' | 'broken' | 'failed'
  brokenId?: number
  problem?: string
}

/** Walks the whole chain when asked to, part by part, and says what it found. */
export function ChainCheck() {
  const [run, setRun] = useState<Run>()

  async function verify() {
    let checked = 0
    let total = 0
    setRun({ checked, total, state: 'running' })
    try {
      for (let afterId = 0; ; ) {
        const part = await call(api.verifyAudit, { body: { afterId } })
        checked += part.checked
        total = Math.max(part.total, checked)
        if (part.brokenId !== null) {
          setRun({ checked, total, state: 'broken', brokenId: part.brokenId })
          return
        }
        if (part.isDone) {
          setRun({ checked, total: checked, state: 'whole' })
          return
        }
        afterId = part.lastId
        setRun({ checked, total, state: 'running' })
      }
    } catch (cause) {
      setRun({ checked, total, state: 'failed', problem: formError(cause) ?? 'Try again in a moment.' })
    }
  }

  const isRunning = run?.state === 'running'
  return (
    <section aria-label="The chain" className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-3">
      <Button onClick={() => void verify()} isPending={isRunning}>
        <Icon of={ShieldCheck} />
        Verify the chain
      </Button>
      <div role="status" className="min-w-0 flex-1 basis-72">
        {isRunning && (
          <div className="grid max-w-[360px] gap-1.5">
            <span className="text-muted text-small">{plural(run.checked, 'entry', 'entries')} checked</span>
            <Progress label="Entries checked" done={run.checked} total={run.total} />
          </div>
        )}
        {run?.state === 'whole' && (
          <p className="flex gap-2 text-good">
            <Icon of={ShieldCheck} />
            <span>
              The chain is whole: {plural(run.checked, 'entry', 'entries')} checked, from the first to the
              last.
            </span>
          </p>
        )}
        {run?.state === 'broken' && (
          <Note tone="bad">
            Entry {run.brokenId} was changed, or one before it was taken out.{' '}
            {plural(run.checked, 'entry', 'entries')} before it are whole. Keep the database as it is and tell
            whoever runs it.
          </Note>
        )}
        {run?.state === 'failed' && <Note tone="bad">{run.problem}</Note>}
      </div>
    </section>
  )
}
