import { api } from '@laurel/contract/routes'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { Tag } from '../../../parts/Tag.tsx'
import { useSave } from '../admin/use-save.ts'
import { moment } from '../times.ts'
import { Disclosure } from './Disclosure.tsx'
import { attemptWords, messageState } from './webhook-words.ts'
import type { WebhookEndpoint, WebhookMessage } from './webhooks.queries.ts'

type MessageLineProps = { endpoint: WebhookEndpoint; message: WebhookMessage }

/** One event: what became of it, and behind a press what was sent and every answer. */
export function MessageLine({ endpoint, message }: MessageLineProps) {
  const { id, eventId, type, happenedAt, status, body, attempts, attemptCount } = message
  const state = messageState(message)
  const again = useSave({
    save: (idempotencyKey) =>
      call(api.resendWebhookMessage, {
        params: { id: endpoint.id, messageId: id },
        idempotencyKey,
      }),
    done: `${eventId} is on its way again`,
  })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-2 border-line border-b py-4 last:border-b-0 narrow:grid-cols-1">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="font-semibold">{type}</b>
          <Tag tone={state.tone}>{state.word}</Tag>
        </p>
        <p className="text-muted text-small">
          {eventId}, {moment(happenedAt)}. {whatNext(message)}
        </p>
        <Disclosure
          summary={
            <>
              {plural(attemptCount, 'try', 'tries')}, and what was sent
              <span className="sr-only"> of {eventId}</span>
            </>
          }
        >
          <ol reversed start={attemptCount} className="my-2 grid list-inside list-decimal gap-3 text-label">
            {attempts.map((attempt, position) => (
              <li key={attempt.id}>
                {moment(attempt.at)}: {attemptWords(attempt)}
                {attempt.answer && (
                  <Code label={`What try ${attemptCount - position} of ${eventId} was answered`}>
                    {attempt.answer}
                  </Code>
                )}
              </li>
            ))}
          </ol>
          <p className="mt-3 font-medium text-label">Sent</p>
          <Code label={`What was sent of ${eventId}`}>{body}</Code>
        </Disclosure>
      </div>
      {endpoint.enabled && status !== 'waiting' && (
        <Button
          size="compact"
          isPending={again.isPending}
          aria-label={`Send ${eventId} again`}
          className="justify-self-start"
          onClick={() =>
            again.mutate(undefined, {
              onError: (cause) =>
                showToast({ tone: 'bad', title: 'It was not sent again', text: formError(cause) ?? '' }),
            })
          }
        >
          Send again
        </Button>
      )}
    </li>
  )
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
      tabIndex={0}
      aria-label={label}
      className="mt-1 max-h-40 overflow-auto rounded-control bg-canvas px-4 py-3 text-small"
    >
      <pre className="whitespace-pre-wrap break-all">{children}</pre>
    </section>
  )
}

function whatNext({ status, nextAt, attempts: [last] }: WebhookMessage): string {
  const went = last ? attemptWords(last) : ''
  if (status !== 'waiting' || nextAt === null) return went
  return last ? `${went} Next try ${moment(nextAt)}.` : 'It goes out now.'
}
