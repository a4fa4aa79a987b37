import { MERGE_FIELDS, MESSAGE_MAX, type MergeField } from '@laurel/domain/message-merge'
import type { RewardType } from '@laurel/domain/reward-type'
import { endSentence } from '@laurel/domain/sentence'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { showToast } from '../../../app/toast-store.ts'
import { Chip, Chips } from '../../../parts/Chip.tsx'
import { TextArea } from '../../../parts/TextArea.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { catalogQueries } from '../create-reward.queries.ts'
import { insertAtCaret } from '../insert-at-caret.ts'
import { MergeButtons } from '../MergeButtons.tsx'
import { byOccasion, nextMessage, type Occasion } from './occasions.ts'

const OF_A_PERSON: readonly MergeField[] = [MERGE_FIELDS[0], MERGE_FIELDS[1], MERGE_FIELDS[4]]
const OF_A_CARD: readonly MergeField[] = [MERGE_FIELDS[4]]

const LEAD: Record<RewardType, string> = {
  bulk: 'Printed on a letter for each card, all in one parcel. Keep it short; the card does the rest.',
  direct: 'Printed on the letter that carries the card. Keep it short; the card does the rest.',
  digital: 'Stands in the email under the card. Keep it short; the card does the rest.',
}

type MessageFieldsProps = {
  rewardType: RewardType
  message: string
  senderName: string
  /** Who gives the card as it stands. */
  giver: string
  problem: string | undefined
  senderProblem: string | undefined
  onMessage: (message: string) => void
  onSenderName: (name: string) => void
}

/** A message of one's own, or one to start from. */
export function MessageFields(props: MessageFieldsProps) {
  const { rewardType, message, senderName, giver, problem, senderProblem, onMessage, onSenderName } = props
  const { data: messages } = useSuspenseQuery(catalogQueries.messages())
  const ref = useRef<HTMLDivElement>(null)

  const occasions = byOccasion(messages)
  const standing = occasions.find((occasion) => occasion.messages.some(({ text }) => text === message))

  function startFrom(occasion: Occasion) {
    const next = nextMessage(occasion, message)
    if (!next) return
    onMessage(next.text)
    if (standing || message.trim() === '') return
    showToast({
      tone: 'plain',
      title: `Your message was replaced with “${occasion.name}”`,
      onUndo: () => onMessage(message),
    })
  }

  function put(field: MergeField) {
    const area = ref.current?.querySelector('textarea')
    if (area) onMessage(insertAtCaret(area, field))
  }

  return (
    <section
      aria-labelledby="message-title"
      ref={ref}
      className="grid content-start gap-6 py-12 ps-[max(var(--gutter),calc((100vw-1344px)/2))] pe-12 mid:px-(--gutter) mid:py-6"
    >
      <div>
        <h1 id="message-title">Message</h1>
        <p className="mt-2 text-muted">{LEAD[rewardType]}</p>
      </div>
      {messages.length > 0 && (
        <div className="grid min-w-0 gap-1.5">
          <span className="text-label">Start from</span>
          <Chips label="Ready-made messages">
            {occasions.map((occasion) => (
              <Chip
                key={occasion.name}
                isSelected={occasion === standing}
                onPress={() => startFrom(occasion)}
              >
                {occasion.name}
              </Chip>
            ))}
          </Chips>
          {standing && standing.messages.length > 1 && (
            <p className="text-muted text-small">
              There{' '}
              {standing.messages.length === 2 ? 'is another' : `are ${standing.messages.length - 1} more`}.
              Click “{standing.name}” again.
            </p>
          )}
        </div>
      )}
      <TextArea
        label="Your words"
        name="message"
        rows={7}
        maxLength={MESSAGE_MAX}
        value={message}
        onChange={onMessage}
        error={problem}
      />
      <MergeButtons fields={rewardType === 'bulk' ? OF_A_CARD : OF_A_PERSON} onPut={put} />
      <TextField
        label="From"
        name="senderName"
        value={senderName}
        onChange={onSenderName}
        error={senderProblem}
        autoComplete="off"
        hint={senderName.trim() === '' ? endSentence(`If blank, we’ll use ${giver}`) : undefined}
      />
    </section>
  )
}
