import { REWARD_TYPE_DESCRIPTIONS, REWARD_TYPE_TITLES, type RewardType } from '@laurel/domain/reward-type'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, type LucideIcon, Mail, Mailbox, Package } from 'lucide-react'
import { closeModal, openModal } from '../../app/modal-store.ts'
import { savedDesignsQuery } from '../../app/saved-designs.queries.ts'
import { adoptCard, changeSetup } from '../../app/setup-store.ts'
import { pageTexts, translated, useTexts } from '../../app/texts.ts'
import { BudgetsLeft } from '../../parts/BudgetsLeft.tsx'
import { Button } from '../../parts/Button.tsx'
import type { CardItem } from '../../parts/card/CardItemCanvas.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { catalogQueries, type RewardInfo } from './create-reward.queries.ts'
import { useRewardType } from './current-card.ts'
import { SavedDesigns } from './SavedDesigns.tsx'
import { beginCard, leaveCard, saveDraft } from './save-draft.ts'

type Opening = {
  /** Called when a new card has begun: go to `/create-reward/card-design`. */
  onBegun: () => void
  /** Called when closed without a choice. */
  onClose?: () => void
}

/**
 * Asks for a saved design or the reward type, then begins a new card.
 *
 * @example openRewardTypeChooser({ onBegun: () => navigate({ to: '/create-reward/card-design' }) })
 */
export function openRewardTypeChooser({ onBegun, onClose }: Opening): void {
  const i18n = pageTexts()

  askRewardType(
    i18n.t('Design a card'),
    null,
    (type) => {
      beginCard(type)
      onBegun()
    },
    onClose,
    (draft) => {
      leaveCard()
      adoptCard(draft)
      onBegun()
    },
  )
}

/** Asks for another type for the current card. */
function openRewardTypeChange(current: RewardType, onChosen: (type: RewardType) => void): void {
  const i18n = pageTexts()

  askRewardType(i18n.t('Change card type'), current, onChosen)
}

function askRewardType(
  title: string,
  current: RewardType | null,
  onChosen: (type: RewardType) => void,
  onClose?: () => void,
  onStarted?: (draft: CardItem) => void,
): void {
  let isChosen = false
  const closing =
    <Choice,>(chosen: (choice: Choice) => void) =>
    (choice: Choice) => {
      isChosen = true
      closeModal()
      chosen(choice)
    }
  const choices = (
    <RewardTypeChooser
      current={current}
      onChoose={closing(onChosen)}
      onStarted={onStarted && closing(onStarted)}
    />
  )
  openModal('reward-type', { title, content: choices }, { onClose: () => !isChosen && onClose?.() })
}

const ICONS: Record<RewardType, LucideIcon> = { bulk: Package, direct: Mailbox, digital: Mail }

type RewardTypeChooserProps = {
  onChoose: (type: RewardType) => void
  /** The current card's type, when it is being changed. */
  current?: RewardType | null
  /** Offers saved designs for a new card. */
  onStarted?: ((draft: CardItem) => void) | undefined
}

/** Saved designs, and the three reward types. The first click decides. */
function RewardTypeChooser({ onChoose, current = null, onStarted }: RewardTypeChooserProps) {
  const i18n = useTexts()
  const infos = useQuery(catalogQueries.rewardInfos())
  const saved = useQuery({ ...savedDesignsQuery(), enabled: onStarted !== undefined })
  const hasSaved = onStarted && saved.data !== undefined && saved.data.length > 0
  if (infos.isPending || saved.isLoading) {
    return (
      <div className="mt-6">
        <Loading label={i18n.t('Loading delivery methods')}>
          <Skeleton className="h-[116px]" />
          <Skeleton className="h-[116px]" />
          <Skeleton className="h-[116px]" />
        </Loading>
      </div>
    )
  }
  if (infos.isError) {
    return (
      <Note
        tone="bad"
        className="mt-6"
        action={
          <Button size="compact" onClick={() => infos.refetch()}>
            {i18n.t('Try again')}
          </Button>
        }
      >
        {infos.error.message}
      </Note>
    )
  }
  return (
    <>
      {current === null && <BudgetsLeft className="mt-2" />}
      {onStarted && saved.error && <ReadProblem read={saved} className="mt-6" />}
      {hasSaved && <SavedDesigns designs={saved.data} onStarted={onStarted} />}
      {current === null && (
        <h3 className={hasSaved ? 'mt-8' : 'mt-4'}>{i18n.t('How should we deliver your cards?')}</h3>
      )}
      <ul className="-mx-3 mt-1 grid">
        {infos.data.map((info) => (
          <li key={info.id} className="border-line border-t first:border-0">
            <Choice info={info} isCurrent={info.name === current} onChoose={() => onChoose(info.name)} />
          </li>
        ))}
      </ul>
    </>
  )
}

type ChoiceProps = { info: RewardInfo; isCurrent: boolean; onChoose: () => void }

function Choice({ info, isCurrent, onChoose }: ChoiceProps) {
  const i18n = useTexts()

  return (
    <button
      type="button"
      aria-current={isCurrent || undefined}
      onClick={onChoose}
      className="group grid w-full grid-cols-[44px_1fr_auto] gap-x-4 rounded-control px-3 py-4 text-start transition-colors duration-(--fast) hover:bg-sunken"
    >
      <span className="grid size-11 place-items-center rounded-full bg-accent-wash text-accent-text">
        <Icon of={ICONS[info.name]} size={22} />
      </span>
      <span className="grid gap-1.5">
        <span className="text-h3">
          {translated(i18n, info.title || REWARD_TYPE_TITLES[info.name])}
          {isCurrent && <span className="font-normal text-muted text-small"> ({i18n.t('this card')})</span>}
        </span>
        <span>{translated(i18n, info.description || REWARD_TYPE_DESCRIPTIONS[info.name])}</span>
        <span className="grid grid-cols-[auto_1fr] gap-x-3 text-muted text-small">
          <span>{i18n.t('You need')}</span>
          <span className="text-ink">{translated(i18n, info.needs)}</span>
          <span>{i18n.t('Arrives')}</span>
          <span className="text-ink">{translated(i18n, info.arrives)}</span>
        </span>
      </span>
      <Icon
        of={ChevronRight}
        className="mt-3 text-muted transition-transform duration-(--fast) group-hover:translate-x-0.5"
      />
    </button>
  )
}

const TRAVELS: Record<RewardType, string> = {
  bulk: /*i18n*/ 'shipped by UPS to one location',
  direct: /*i18n*/ 'named and mailed by USPS',
  digital: /*i18n*/ 'sent by email',
}

/** The reward type, with a button to change it. */
export function TypeLine({ className = '' }: { className?: string }) {
  const i18n = useTexts()
  const rewardType = useRewardType()
  function change(type: RewardType) {
    // The reward depends on the reward type, so the server selects a new one.
    changeSetup({ rewardType: type, rewardId: null })
    saveDraft({ rewardType: type })
  }
  return (
    <p className={`flex items-center gap-3 text-muted text-small ${className}`}>
      {i18n.t(REWARD_TYPE_TITLES[rewardType])}: {i18n.t(TRAVELS[rewardType])}
      <button
        type="button"
        className="link min-h-6 touch:min-h-11"
        aria-label={i18n.t('Change card type')}
        onClick={() => openRewardTypeChange(rewardType, change)}
      >
        {i18n.t('Change')}
      </button>
    </p>
  )
}
