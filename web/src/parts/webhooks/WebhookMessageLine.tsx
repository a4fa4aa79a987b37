import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { Tag } from '../Tag.tsx'
import { attemptWords, messageState, type WebhookMessage } from './webhook-words.ts'

type WebhookMessageLineProps = {
  message: WebhookMessage
  /** Writes a moment in the screen's time zone. */
  atMoment: (iso: string) => string
  isSending: boolean
  /** Undefined while its endpoint is off. */
  onSendAgain: (() => void) | undefined
}

/** One message. Opens to show its body and every response. */
export function WebhookMessageLine({ message, atMoment, isSending, onSendAgain }: WebhookMessageLineProps) {
  const i18n = useTexts()
  const { eventId, type, happenedAt, status, body, attempts, attemptCount } = message
  const state = messageState(message)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-2 border-line border-b py-4 last:border-b-0 narrow:grid-cols-1">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="font-semibold">{type}</b>
          <Tag tone={state.tone}>{i18n.t(state.word)}</Tag>
        </p>
        <p className="text-muted text-small">
          {eventId}, {atMoment(happenedAt)}. {whatNext(message, atMoment)}
        </p>
        <Disclosure
          summary={
            <>
              {i18n.t('Message and {attempts, plural, one {# attempt} other {# attempts}}', {
                attempts: attemptCount,
              })}
              <span className="sr-only"> {i18n.t('of {event}', { event: eventId })}</span>
            </>
          }
        >
          <ol reversed start={attemptCount} className="my-2 grid list-inside list-decimal gap-3 text-label">
            {attempts.map((attempt, position) => (
              <li key={attempt.id}>
                {atMoment(attempt.at)}: {attemptWords(attempt)}
                {attempt.answer && (
                  <Code
                    label={i18n.t('Response to attempt {number} of {event}', {
                      number: attemptCount - position,
                      event: eventId,
                    })}
                  >
                    {attempt.answer}
                  </Code>
                )}
              </li>
            ))}
          </ol>
          <p className="mt-3 font-medium text-label">{i18n.t('Sent')}</p>
          <Code label={i18n.t('Message sent for {event}', { event: eventId })}>{body}</Code>
        </Disclosure>
      </div>
      {onSendAgain && status !== 'waiting' && (
        <Button
          size="compact"
          isPending={isSending}
          aria-label={i18n.t('Send again: {event}', { event: eventId })}
          className="justify-self-start"
          onClick={onSendAgain}
        >
          {i18n.t('Send again')}
        </Button>
      )}
    </li>
  )
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="mt-1 max-h-40 overflow-auto rounded-control bg-canvas px-4 py-3 text-small"
    >
      <pre className="whitespace-pre-wrap break-all">{children}</pre>
    </section>
  )
}

function whatNext(
  { status, nextAt, attempts: [last] }: WebhookMessage,
  atMoment: (iso: string) => string,
): string {
  const i18n = pageTexts()
  const went = last ? attemptWords(last) : ''
  if (status !== 'waiting' || nextAt === null) return went
  return last
    ? `${went} ${i18n.t('Next attempt {moment}.', { moment: atMoment(nextAt) })}`
    : i18n.t('Sending now.')
}

export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex mt-1 min-h-9 w-fit cursor-pointer list-none items-center gap-1.5 rounded-control pe-2 text-label touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon
          of={ChevronRight}
          size={16}
          className="transition-transform duration-(--fast) group-open:rotate-90"
        />
        <span>{summary}</span>
      </summary>
      {children}
    </details>
  )
}
