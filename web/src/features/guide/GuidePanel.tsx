import { api } from '@laurel/contract/routes'
import type { Texts } from '@laurel/domain/texts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { History, Plus, Sparkles, X } from 'lucide-react'
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { ApiProblem, formError } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { closeGuide, showConversation, useGuideStore } from '../../app/guide-store.ts'
import { type Site, useSite } from '../../app/site.ts'
import { useTexts } from '../../app/texts.ts'
import { useMid } from '../../app/use-narrow.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Note } from '../../parts/Note.tsx'
import { Composer } from './Composer.tsx'
import { ConversationList } from './ConversationList.tsx'
import { type Block, guideQueries, type Message, type Proposal } from './guide.queries.ts'
import { MessageBlocks, Questions } from './MessageBlocks.tsx'
import { useAnswer } from './use-answer.ts'

/** Next to the page on wide screens, and over it on narrow ones. */
export function GuidePanel() {
  const i18n = useTexts()
  const isOver = useMid()
  // Kept here, because resizing the window can switch the frame.
  const [isListing, setListing] = useState(false)
  const [text, setText] = useState('')
  const frame = { isOver, isListing, setListing, text, setText }
  if (isOver) {
    return (
      <ModalOverlay
        isOpen
        isDismissable
        onOpenChange={(isOpen) => !isOpen && closeGuide()}
        className="fixed inset-0 z-40 grid overflow-hidden bg-veil data-[entering]:animate-appear"
      >
        <Modal className="h-dvh w-[min(480px,100%)] justify-self-end bg-surface shadow-lift-3 narrow:w-full">
          <Dialog aria-label={i18n.t('Guide')} className="h-full outline-none">
            <GuideFrame {...frame} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    )
  }
  return <GuideAside {...frame} />
}

type FrameProps = {
  isOver: boolean
  isListing: boolean
  setListing: (isListing: boolean) => void
  text: string
  setText: Dispatch<SetStateAction<string>>
}

function GuideAside(frame: FrameProps) {
  const i18n = useTexts()
  // Closing it returns focus, as with a dialog.
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <aside
      aria-label={i18n.t('Guide')}
      className="sticky top-0 h-[calc(100dvh-104px)] border-line border-s bg-surface"
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && closeGuide()}
    >
      <GuideFrame {...frame} />
    </aside>
  )
}

function GuideFrame({ isOver, isListing, setListing, text, setText }: FrameProps) {
  const i18n = useTexts()
  const { name, connectedModel } = useSite()
  const conversationId = useGuideStore((store) => store.conversationId)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  function show(id: number | undefined) {
    showConversation(id)
    setListing(false)
    field.current?.focus()
  }

  return (
    <div className="flex h-full flex-col">
      <header className="flex min-h-[60px] flex-none items-center gap-2.5 border-line border-b ps-5 pe-3 narrow:ps-4 narrow:pe-1.5">
        <span className="grid size-8 flex-none place-items-center rounded-full bg-accent-wash">
          <Icon of={Sparkles} size={16} />
        </span>
        <div className="min-w-0">
          <h2 className="font-semibold text-[1rem] leading-tight tracking-normal">{i18n.t('Guide')}</h2>
          <p className="truncate text-muted text-small">
            {connectedModel ? modelName(connectedModel) : i18n.t('Built into {name}', { name })}
          </p>
        </div>
        <span className="ms-auto flex flex-none">
          <Button
            look="plain"
            size="round"
            aria-label={i18n.t('Conversations')}
            aria-pressed={isListing}
            onClick={() => setListing(!isListing)}
          >
            <Icon of={History} size={18} />
          </Button>
          <Button
            look="plain"
            size="round"
            aria-label={i18n.t('New conversation')}
            onClick={() => show(undefined)}
          >
            <Icon of={Plus} size={19} />
          </Button>
          <Button look="plain" size="round" aria-label={i18n.t('Close guide')} onClick={closeGuide}>
            <Icon of={X} size={19} />
          </Button>
        </span>
      </header>
      {isListing ? (
        <div className="grid min-h-0 flex-1 content-start gap-4 overflow-auto p-5 narrow:p-4">
          <ConversationList
            onChoose={show}
            onDeleted={(id) => id === conversationId && showConversation(undefined)}
          />
        </div>
      ) : (
        <Conversation id={conversationId} field={field} isOver={isOver} text={text} setText={setText} />
      )}
    </div>
  )
}

const NO_MESSAGES: readonly Message[] = []

type ConversationProps = {
  id: number | undefined
  field: RefObject<HTMLTextAreaElement | null>
} & Pick<FrameProps, 'isOver' | 'text' | 'setText'>

function Conversation({ id, field, isOver, text, setText }: ConversationProps) {
  const i18n = useTexts()
  const { connectedModel } = useSite()
  const queryClient = useQueryClient()
  const { data: messages = NO_MESSAGES, error } = useQuery({
    ...guideQueries.messages(id ?? 0),
    enabled: id !== undefined,
  })
  const isGone = error instanceof ApiProblem && error.code === 'not_found'
  useEffect(() => {
    if (isGone) showConversation(undefined)
  }, [isGone])
  const last = messages.at(-1)
  const live = useAnswer(id, last)
  const isAnswering = last?.state === 'answering'

  const sending = useMutation({
    mutationFn: async (typed: string) => {
      const to = id ?? (await call(api.createConversation)).id
      const sent = await call(api.sendMessage, { params: { id: to }, body: { text: typed } })
      queryClient.setQueryData(guideQueries.messages(to).queryKey, (before = []) => [
        ...before,
        sent.message,
        sent.answer,
      ])
      showConversation(to)
    },
    // Keep the text in the field, so it can be sent again.
    onError: (_, typed) => setText((now) => now || typed),
  })

  function send(typed: string) {
    const trimmed = typed.trim()
    if (trimmed === '' || isAnswering || sending.isPending) return
    setText('')
    sending.mutate(trimmed)
  }

  const confirm = (message: Message) => async (proposal: Proposal) => {
    const params = { id: message.conversationId }
    const changed = await call(api.confirmProposal, { params, body: { proposal: proposal.token } })
    queryClient.setQueryData(guideQueries.messages(message.conversationId).queryKey, (before = []) =>
      before.map((one) => (one.id === changed.id ? changed : one)),
    )
    // Drafts, the cart, and orders may have changed.
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'conversations' })
  }

  const actions = {
    confirm,
    ask: send,
    onFollow: () => isOver && closeGuide(),
    onChangePlan: () => field.current?.focus(),
  }
  const shown = [...messages.slice(0, -1), ...(last ? [{ ...last, content: [...live] }] : [])]
  const log = useStickToEnd(
    JSON.stringify([
      shown.length,
      live.length,
      lengthOfText(live.at(-1)),
      last?.outcomes.length,
      isAnswering,
    ]),
  )
  return (
    <>
      <div
        ref={log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keyboards need to reach it
        tabIndex={0}
        role="log"
        aria-label={i18n.t('Conversation')}
        className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto px-5 py-[18px] narrow:p-4"
      >
        {id === undefined && <Welcome ask={send} />}
        {shown.map((message) =>
          message.role === 'user' ? (
            <Sent
              key={message.id}
              text={message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')}
            />
          ) : (
            <div key={message.id} className="grid min-w-0 gap-2">
              <MessageBlocks message={message} content={message.content} {...actions} />
              {message.state === 'answering' && message.content.length === 0 && (
                <p className="text-muted">{i18n.t('Looking…')}</p>
              )}
              {message.state === 'stopped' && <p className="text-muted text-small">{i18n.t('Stopped.')}</p>}
              {message.state === 'failed' && (
                <Note tone="bad">{i18n.t('That didn’t work. Ask again in a moment.')}</Note>
              )}
            </div>
          ),
        )}
        {sending.isPending && <Sent text={sending.variables} />}
        {error && !isGone && <Note tone="bad">{formError(error)}</Note>}
        {sending.isError && <Note tone="bad">{formError(sending.error)}</Note>}
      </div>
      <footer className="flex-none px-4 pt-3 pb-3.5 narrow:px-3 narrow:pt-2 narrow:pb-3">
        <Composer
          field={field}
          text={text}
          onText={setText}
          onSend={() => send(text)}
          onStop={
            isAnswering && id !== undefined
              ? () => void call(api.stopAnswer, { params: { id } }).catch(() => {})
              : undefined
          }
        />
        <p className="mt-2 text-center text-micro text-muted">
          {connectedModel
            ? i18n.t('{reader} reads your messages here, and can make mistakes. You confirm every cost.', {
                reader: readerOf(i18n, connectedModel),
              })
            : i18n.t('The guide can make mistakes. You confirm every cost.')}
        </p>
      </footer>
    </>
  )
}

/** A message from the customer. */
function Sent({ text }: { text: string }) {
  return (
    <p className="max-w-[84%] self-end whitespace-pre-wrap break-words rounded-[16px_16px_4px_16px] bg-sunken px-3.5 py-2.5">
      {text}
    </p>
  )
}

/** Sent in English, which the guide understands. */
const EXAMPLES = [
  /*i18n*/ '50 people, $25, by email on Friday',
  /*i18n*/ 'Where’s my order?',
  /*i18n*/ 'How do I pay by check?',
  /*i18n*/ 'Write a message for a work anniversary',
]

function Welcome({ ask }: { ask: (text: string) => void }) {
  const i18n = useTexts()
  const { connectedModel } = useSite()

  return (
    <div className="grid gap-3">
      <p>
        {connectedModel
          ? i18n.t(
              'I’m a language model, not a person. {reader} reads what you write here and the order data it needs to answer, such as names and prices. Don’t write anything here that it shouldn’t read.',
              { reader: readerOf(i18n, connectedModel) },
            )
          : i18n.t(
              'I’m a guide with fixed answers, not a person or a language model. Ask about orders, cards, prices, and dates.',
            )}
      </p>
      {!connectedModel && !i18n.locale.startsWith('en') && (
        <p>{i18n.t('I answer in your language, but I only understand questions in English so far.')}</p>
      )}
      <Questions questions={EXAMPLES.map((text) => ({ label: i18n.t(text), text }))} ask={ask} />
    </div>
  )
}

function lengthOfText(block: Block | undefined): number {
  return block?.type === 'text' ? block.text.length : 0
}

type ConnectedModel = NonNullable<Site['connectedModel']>

function modelName({ service, model }: ConnectedModel): string {
  return service ? `${service}, ${model}` : model
}

/** Who reads the messages: a service, or a model on the shop's own servers. */
function readerOf(i18n: Texts, { service, model }: ConnectedModel): string {
  return service
    ? i18n.t('{service} ({model})', { service, model })
    : i18n.t('A model on our own servers ({model})', { model })
}

const NEAR_END_PX = 120

/** Scrolls to new content, unless the reader has scrolled up. */
function useStickToEnd(content: string) {
  const ref = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useEffect(() => {
    const log = ref.current
    if (log === null) return
    const onScroll = () => {
      isAtEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END_PX
    }
    log.addEventListener('scroll', onScroll, { passive: true })
    return () => log.removeEventListener('scroll', onScroll)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` changes with what is shown
  useLayoutEffect(() => {
    const log = ref.current
    if (log !== null && isAtEnd.current) log.scrollTop = log.scrollHeight
  }, [content])
  return ref
}
