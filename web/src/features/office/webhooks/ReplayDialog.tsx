import { api } from '@laurel/contract/routes'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { useSite } from '../../../app/site.ts'
import { showToast } from '../../../app/toast-store.ts'
import { plural } from '../../../parts/format.ts'
import { momentAtSite, wallTimeAtSite, zoneName } from '../../../parts/site-time.ts'
import { TextField } from '../../../parts/TextField.tsx'
import { useSave } from '../admin/use-save.ts'
import { OfficeDialog } from '../OfficeDialog.tsx'
import type { WebhookEndpoint } from './webhooks.queries.ts'

type ReplayDialogProps = { endpoint: WebhookEndpoint; onClose: () => void }

const HOUR_MS = 3_600_000

/** Goes back in the log: whoever listens lost something. */
export function ReplayDialog({ endpoint: { id }, onClose }: ReplayDialogProps) {
  const { timeZone } = useSite()
  const [wall, setWall] = useState(() => wallTimeAtSite(new Date(Date.now() - HOUR_MS), timeZone))
  const [errors, setErrors] = useState<Record<string, string>>()
  const since = momentAtSite(wall, timeZone)
  const replay = useSave({
    save: (idempotencyKey) =>
      call(api.replayWebhook, {
        params: { id },
        body: { since: since?.toISOString() ?? '' },
        idempotencyKey,
      }),
    onDone: ({ eventCount }) => {
      showToast({
        title: eventCount === 0 ? 'Nothing happened since then' : `${plural(eventCount, 'event')} sent again`,
      })
      onClose()
    },
  })

  function submit() {
    replay.reset()
    setErrors(since ? {} : { since: FIELD_REQUIRED })
    if (since) replay.mutate()
  }

  return (
    <OfficeDialog
      title="Send everything again since"
      lead={
        <p>
          Each message keeps its webhook-id, so a system that has it already can tell. The time is{' '}
          {zoneName(timeZone)}.
        </p>
      }
      submit="Send again"
      isPending={replay.isPending}
      problem={replay.error}
      errors={errors}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4 tiny:grid-cols-1">
        <TextField
          label="Day"
          name="since"
          type="date"
          value={wall.date}
          onChange={(date) => setWall({ ...wall, date })}
          isRequired
        />
        <TextField
          label="Time"
          name="time"
          type="time"
          value={wall.time}
          onChange={(time) => setWall({ ...wall, time })}
          isRequired
        />
      </div>
    </OfficeDialog>
  )
}
