import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { useCopy } from '../../parts/CopyField.tsx'
import type { Block, Message } from './guide.queries.ts'
import { PlanCard } from './PlanCard.tsx'
import { type Confirm, ProposalButton } from './ProposalButton.tsx'
import { ShopAnchor } from './shop-links.tsx'

export type MessageActions = {
  confirm: (message: Message) => Confirm
  ask: (text: string) => void
  /** Called when a link to another page is clicked. */
  onFollow: () => void
  onChangePlan: () => void
}

type MessageBlocksProps = MessageActions & { message: Message; content: readonly Block[] }

/** An answer. Its text is never treated as markup. */
export function MessageBlocks({ message, content, ...actions }: MessageBlocksProps) {
  const { confirm, onFollow } = actions
  return (
    <div className="grid min-w-0 gap-3">
      {content.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added
        <MessageBlock key={at} block={block} message={message} actions={actions} />
      ))}
      {message.outcomes.map((outcome) => (
        <div key={outcome.kind} className="grid gap-2 rounded-[14px] bg-good-tint px-4 py-3">
          <p className="break-words">{outcome.text}</p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {outcome.next && (
              <ProposalButton
                proposal={outcome.next}
                outcomes={message.outcomes}
                confirm={confirm(message)}
              />
            )}
            {outcome.links.map((link) => (
              <ShopAnchor key={link.label} link={link} onFollow={onFollow} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

type MessageBlockProps = { block: Block; message: Message; actions: MessageActions }

function MessageBlock({ block, message, actions }: MessageBlockProps) {
  const { confirm, ask, onFollow, onChangePlan } = actions
  switch (block.type) {
    case 'text':
      return <p className="whitespace-pre-wrap break-words">{block.text}</p>
    case 'plan':
      return (
        <PlanCard
          plan={block}
          outcomes={message.outcomes}
          confirm={confirm(message)}
          onFollow={onFollow}
          onChangePlan={onChangePlan}
        />
      )
    case 'offer':
      return (
        <article aria-label={block.title} className="grid gap-3 rounded-[16px] bg-raised p-4 shadow-lift-2">
          <div>
            <h3 className="font-semibold text-[1rem] tracking-normal">{block.title}</h3>
            <p className="break-words text-muted text-small">{block.text}</p>
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <ProposalButton
              proposal={block.proposal}
              outcomes={message.outcomes}
              confirm={confirm(message)}
            />
          </div>
        </article>
      )
    case 'facts':
      return (
        <ul className={`${BOX} py-1`}>
          {block.facts.map(({ title, text, link }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts never move
            <li key={at} className="border-line py-2.5 [&+li]:border-t">
              <b className="break-words font-semibold">{title}</b>
              {text && <p className="break-words text-muted text-small">{text}</p>}
              {link && <ShopAnchor link={link} onFollow={onFollow} />}
            </li>
          ))}
        </ul>
      )
    case 'draft_text':
      return <DraftText text={block.text} />
    case 'links':
      return (
        <p className="flex flex-wrap gap-x-4 gap-y-1.5">
          {block.links.map((link) => (
            <ShopAnchor key={link.label} link={link} onFollow={onFollow} />
          ))}
        </p>
      )
    case 'questions':
      return <Questions questions={block.questions} ask={ask} />
  }
}

const BOX = 'rounded-[14px] px-4 shadow-[inset_0_0_0_1px_var(--line-mid)]'

type QuestionsProps = {
  questions: ReadonlyArray<{ label: string; text: string }>
  ask: (text: string) => void
}

/** Suggested messages. A click sends one. */
export function Questions({ questions, ask }: QuestionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {questions.map(({ label, text }) => (
        <button
          key={text}
          type="button"
          onClick={() => ask(text)}
          className="min-h-9 rounded-full px-3 text-start font-medium text-[0.9375rem] shadow-[inset_0_0_0_1px_var(--line-mid)] hover:bg-sunken touch:min-h-11"
        >
          {label}
        </button>
      ))}
    </div>
  )
}

function DraftText({ text }: { text: string }) {
  const i18n = useTexts()
  const copying = useCopy(text, i18n.t('It’s selected. Press Ctrl+C or ⌘C to copy it.'))
  return (
    <div className={`${BOX} grid gap-3 py-3.5`}>
      <p className="whitespace-pre-wrap break-words">
        <span ref={copying.text}>{text}</span>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="compact" onClick={copying.copy}>
          {i18n.t('Copy message')}
        </Button>
        <p role="status" className="text-muted text-small empty:hidden">
          {copying.said}
        </p>
      </div>
    </div>
  )
}
