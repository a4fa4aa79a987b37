import {
  nextStep,
  type ProductSetupStep,
  previousStep,
  productSetupSteps,
  setupStepPath,
  setupStepTitle,
} from '@laurel/domain/product-setup-flow'
import type { RewardType } from '@laurel/domain/reward-type'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { paths } from '../../app/paths.ts'
import { FlowHeader, StickyBar } from '../../app/shell/FlowHeader.tsx'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import type { CardItem } from '../../parts/card/CardItemCanvas.tsx'
import { stopAtUnreadable } from '../../parts/FieldText.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Note } from '../../parts/Note.tsx'
import './create-reward.css'
import { unsavedOf, useSetupStore, useUnsaved } from '../../app/setup-store.ts'
import { namesOfUnsaved } from '../../app/unsaved.ts'
import { moment } from '../../parts/format.ts'
import { Spinner } from '../../parts/Progress.tsx'
import { cardItemQueries } from './create-reward.queries.ts'
import { useEditing } from './draft-editing.ts'
import { catchUp, flushChanges, flushDraft, tellUnsaved, useSaving } from './save-draft.ts'
import { TakenOver } from './TakenOver.tsx'

type SetupFrameProps = {
  step: ProductSetupStep
  rewardType: RewardType
  children: ReactNode
  className?: string
  /** Shown above the content. */
  notice?: ReactNode
  /** Replaces "Saved a moment ago". */
  status?: ReactNode
  /** Why the next step is not available, shown above the content after the first attempt. */
  missing?: string | undefined
  onAttempt?: () => void
  /** Runs before the next step. */
  beforeLeaving?: () => Promise<void>
  /** Called when another tab has changed the card. */
  onChangedElsewhere?: (item: CardItem) => void
  /** Replaces the main action, which leads to the next step. */
  action?: { label: string; onPress: () => Promise<void> }
}

/** The frame of every step: progress, save status, and buttons. */
export function SetupFrame({
  step,
  rewardType,
  children,
  className = '',
  notice,
  status,
  missing,
  onAttempt,
  beforeLeaving,
  onChangedElsewhere,
  action,
}: SetupFrameProps) {
  const i18n = useTexts()
  const navigate = useNavigate()
  const steps = productSetupSteps(rewardType)
  const back = previousStep(rewardType, step)
  const next = nextStep(rewardType, step)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [attempts, setAttempts] = useState(0)
  const content = useRef<HTMLElement>(null)
  const isToldAtField = useInvalidField(content, attempts)
  const cardItemId = useSetupStore((setup) => setup.cardItemId)
  const { data: item } = useQuery({ ...cardItemQueries.one(cardItemId ?? 0), enabled: cardItemId !== null })
  useEditing(cardItemId, item?.isShared === true)
  useOtherTabs(onChangedElsewhere)

  async function goOn() {
    onAttempt?.()
    setAttempts(attempts + 1)
    setProblem(undefined)
    if (missing !== undefined || stopAtUnreadable(content.current)) return
    setPending(true)
    try {
      await Promise.all([flushDraft(), beforeLeaving?.()])
      if (action) await action.onPress()
      else if (next) await navigate({ to: setupStepPath(next) })
    } catch (cause) {
      console.error(`Failed to leave ${step}`, cause)
      setProblem(formError(cause) ?? (cause as Error).message)
    } finally {
      setPending(false)
    }
  }

  return (
    <>
      <FlowHeader
        steps={steps.map((each) => ({ label: i18n.t(setupStepTitle(each)), to: setupStepPath(each) }))}
        at={steps.indexOf(step)}
        leave={{
          label: i18n.t('Save and close'),
          to: paths.myRewards,
          onPress: () => void saveBehind(beforeLeaving),
        }}
      />
      <main ref={content} className="flex min-h-[calc(100dvh-77px-84px)] flex-col">
        <Problem sentence={problem ?? (isToldAtField === false ? missing : undefined)} />
        <TakenOver itemId={cardItemId} onChanged={onChangedElsewhere} />
        {notice}
        <div className={`flex-1 ${className}`}>{children}</div>
      </main>
      <StickyBar status={status ?? <SaveStatus />}>
        {back && (
          <LinkButton
            to={setupStepPath(back)}
            size="big"
            aria-label={i18n.t('Back to {step}', { step: i18n.t(setupStepTitle(back)).toLowerCase() })}
            className="narrow:px-4.5!"
          >
            <Icon of={ArrowLeft} className="hidden! narrow:block!" />
            <span className="narrow:hidden">
              {action
                ? i18n.t('Back to {step}', { step: i18n.t(setupStepTitle(back)).toLowerCase() })
                : i18n.t('Back')}
            </span>
          </LinkButton>
        )}
        <Button look="primary" size="big" isPending={isPending} onClick={goOn}>
          {action?.label ??
            (next && i18n.t('Next: {step}', { step: i18n.t(setupStepTitle(next)).toLowerCase() }))}
          <Icon of={ArrowRight} />
        </Button>
      </StickyBar>
    </>
  )
}

/** Saves when the customer goes to another tab, which may have the same card, and reads the card on return. */
function useOtherTabs(onChanged?: (item: CardItem) => void): void {
  const latest = useRef(onChanged)
  latest.current = onChanged
  useEffect(() => {
    // The state shows a failed save. What could not be read stays as it was.
    const keepUp = async () => {
      if (document.visibilityState === 'hidden') return flushChanges()
      const item = await catchUp()
      if (item) latest.current?.(item)
    }
    const onVisibility = () => void keepUp().catch(() => undefined)
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [])
}

/** Focuses the invalid field, whose error then needn't be repeated above the content. */
function useInvalidField(content: RefObject<HTMLElement | null>, attempts: number): boolean | undefined {
  const [isFound, setFound] = useState<boolean>()
  useLayoutEffect(() => {
    if (attempts === 0) return
    const field = content.current?.querySelector<HTMLElement>(
      'input[aria-invalid="true"], textarea[aria-invalid="true"]',
    )
    setFound(field != null)
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [content, attempts])
  return isFound
}

/** Stays visible above the content while scrolling. */
function Problem({ sentence }: { sentence: string | undefined }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sentence) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [sentence])
  if (!sentence) return null
  return (
    <div ref={ref} className="px-(--gutter) pt-6">
      <Note tone="bad">{sentence}</Note>
    </div>
  )
}

/**
 * "Save and close" saves in the background. Input that can't be saved is kept in this
 * browser, and a toast says so.
 */
async function saveBehind(alsoPending?: () => Promise<void>): Promise<void> {
  const i18n = pageTexts()

  const names = namesOfUnsaved(unsavedOf())
  if (names.length > 0) {
    showToast({
      tone: 'bad',
      title: i18n.t('Not saved yet: {names}', { names: names.join(', ') }),
      text: i18n.t(
        'The rest of your card is saved. We’ll keep what you typed for when you open the card again.',
      ),
    })
  }
  try {
    await Promise.all([flushChanges(), names.length === 0 && alsoPending?.()])
  } catch (cause) {
    tellUnsaved(cause)
  }
}

const A_MOMENT_MS = 60_000

/** Whether the input is saved: "Saved a moment ago". */
export function SaveStatus() {
  const i18n = useTexts()
  const { state, savedAt } = useSaving()
  const isDraft = useSetupStore(({ cardItemId }) => cardItemId !== null)
  const unsaved = useUnsaved()
  if (state === 'failed') {
    return (
      <p role="status" className="flex items-center gap-3 text-bad">
        <Icon of={CircleAlert} />
        {i18n.t('Not saved yet.')}
        <Button size="compact" onClick={() => flushDraft().catch(() => undefined)}>
          {i18n.t('Try again')}
        </Button>
      </p>
    )
  }
  if (state === 'waiting' || state === 'saving') {
    return (
      <p className="flex items-center gap-3">
        <Spinner label={i18n.t('Saving')} />
        {i18n.t('Saving')}
      </p>
    )
  }
  const names = namesOfUnsaved(unsaved)
  if (names.length > 0) {
    return (
      <p role="status" className="flex items-center gap-3 text-warn">
        <Icon of={CircleAlert} />
        {i18n.t('Not saved yet: {names}', { names: names.join(', ') })}
      </p>
    )
  }
  if (savedAt === 0) return isDraft ? <Kept>{i18n.t('Saved')}</Kept> : <p>{i18n.t('Nothing to save yet')}</p>
  return <Saved key={savedAt} at={savedAt} />
}

function Saved({ at }: { at: number }) {
  const i18n = useTexts()
  const [isRecent, setRecent] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setRecent(false), A_MOMENT_MS - (Date.now() - at))
    return () => clearTimeout(timer)
  }, [at])
  return (
    <Kept>
      {isRecent
        ? i18n.t('Saved a moment ago')
        : i18n.t('Saved {time}', { time: moment(new Date(at).toISOString()) })}
    </Kept>
  )
}

function Kept({ children }: { children: string }) {
  return (
    <p className="flex items-center gap-3">
      <Icon of={CircleCheck} className="text-good" />
      {children}
    </p>
  )
}
