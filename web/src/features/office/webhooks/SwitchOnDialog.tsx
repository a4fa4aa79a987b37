import { api } from '@laurel/contract/routes'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { useSave } from '../admin/use-save.ts'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { hostOf } from './webhook-words.ts'
import type { WebhookEndpoint } from './webhooks.queries.ts'

const WAYS = [
  {
    value: 'missed',
    title: 'Continue where it stopped',
    detail: 'We’ll send everything that happened since then',
  },
  { value: 'now', title: 'Begin now', detail: 'What happened meanwhile is left out' },
] as const
type Way = (typeof WAYS)[number]['value']

type SwitchOnDialogProps = { endpoint: WebhookEndpoint; onClose: () => void }

export function SwitchOnDialog({ endpoint, onClose }: SwitchOnDialogProps) {
  const { id, url, version: seenVersion } = endpoint
  const [way, setWay] = useState<Way>('missed')
  const on = useSave({
    save: (idempotencyKey) =>
      call(api.patchWebhook, {
        params: { id },
        body: { seenVersion, enabled: true, skipMissed: way === 'now' },
        idempotencyKey,
      }),
    done: `${hostOf(url)} is on`,
    onDone: onClose,
  })
  return (
    <OfficeDialog
      title="Switch it on?"
      lead={<p>Messages go to {hostOf(url)} again.</p>}
      submit="Switch on"
      isPending={on.isPending}
      problem={on.error}
      onSubmit={() => on.mutate()}
      onClose={onClose}
    >
      <RadioChoice label="What happened meanwhile" options={WAYS} value={way} onChange={setWay} />
    </OfficeDialog>
  )
}
