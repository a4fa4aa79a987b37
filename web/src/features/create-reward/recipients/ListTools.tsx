import type { SiteLimits } from '@laurel/domain/limits'
import { formatCents, formatDollars } from '@laurel/domain/money'
import type { RewardType } from '@laurel/domain/reward-type'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowRight, Lightbulb, Search, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { Skeleton } from '../../../parts/Progress.tsx'
import { Chip, Chips } from '../../../parts/Tag.tsx'
import { catalogQueries } from '../create-reward.queries.ts'
import type { ListChanges } from './list-changes.ts'
import {
  EVERYONE,
  type ListView,
  type Only,
  type ProblemCount,
  type Recipient,
  recipientQueries,
} from './recipients.queries.ts'
import { fieldName, kindName, kindsInOrder, suggestedWords } from './row-problems.ts'
import type { CardRecipients } from './use-recipient-list.ts'

type ViewProps = { rewardType: RewardType; view: ListView; onView: (view: ListView) => void }

export function SearchField({ rewardType, view, onView }: ViewProps) {
  const i18n = useTexts()

  return (
    <label className="flex min-h-11 min-w-0 w-[230px] items-center gap-2 rounded-control border border-line-strong bg-surface px-3.5 transition-[border-color,box-shadow] duration-(--fast) focus-within:border-accent-line focus-within:shadow-focus-field hover:border-muted narrow:order-3 narrow:w-auto narrow:flex-1 narrow:basis-[calc(100%-8rem)]">
      <Icon of={Search} />
      <input
        type="search"
        aria-label={i18n.t('Search recipients')}
        placeholder={rewardType === 'digital' ? i18n.t('Name or email') : i18n.t('Name, city, or ZIP')}
        value={view.search}
        onChange={(event) => onView({ ...view, search: event.target.value })}
        className="min-h-[42px] min-w-0 flex-1 border-0 bg-transparent p-0 outline-none"
      />
    </label>
  )
}

/** As many as fit on one line. */
const SHOWN_KINDS = 4

/** Filters the list by need for attention or one kind of problem. */
export function ListFilter({ rewardType, view, list, onView }: ViewProps & { list: CardRecipients }) {
  const i18n = useTexts()
  const [isWhole, setWhole] = useState(false)
  const kinds = kindsInOrder(list.problemCounts)
  const shown = isWhole ? kinds : mostOf(kinds, view.only)
  const more = kinds.length - shown.length
  const chip = (only: Only) => ({
    isSelected: view.only === only,
    onPress: () => onView({ ...view, only: view.only === only ? 'everyone' : only }),
  })
  return (
    <div className="mb-2.5">
      <Chips label={i18n.t('Show')}>
        <Chip
          isSelected={view.only === 'everyone'}
          number={list.totalCount}
          onPress={() => onView({ ...view, only: 'everyone' })}
        >
          {i18n.t('Everyone')}
        </Chip>
        <Chip {...chip('attention')} number={list.attentionCount}>
          <Icon of={TriangleAlert} size={17} className="text-warn" />
          {i18n.t('Need attention')}
        </Chip>
        {list.warningCount > 0 && (
          <Chip {...chip('warning')} number={list.warningCount}>
            {i18n.t('Check these')}
          </Chip>
        )}
        {shown.map(({ code, count: people }) => (
          <Chip key={code} {...chip(code)} number={people}>
            {kindName(code, rewardType)}
          </Chip>
        ))}
        {(more > 0 || (isWhole && kinds.length > SHOWN_KINDS + 1)) && (
          <Button
            look="link"
            className="min-h-11 shrink-0 px-2! text-label"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? i18n.t('Fewer kinds') : i18n.t('{kinds, number} more kinds', { kinds: more })}
          </Button>
        )}
      </Chips>
    </div>
  )
}

/** The first kinds and the selected one. Hides two or more, never just one. */
function mostOf(kinds: readonly ProblemCount[], only: Only): readonly ProblemCount[] {
  if (kinds.length <= SHOWN_KINDS + 1) return kinds
  return kinds.filter(({ code }, index) => index < SHOWN_KINDS || code === only)
}

type FixAllProps = {
  itemId: number
  rewardType: RewardType
  view: ListView
  list: CardRecipients
  changes: ListChanges
}

/** A single fix is accepted in its row. */
const FEWEST = 2
const EXAMPLES = 5

/** Accepts the suggestions of many rows at once, of the filtered kind or of all kinds. */
export function FixAll({ itemId, rewardType, view, list, changes }: FixAllProps) {
  const i18n = useTexts()
  const [isOpen, setOpen] = useState(false)
  const kinds = list.problemCounts.filter(({ suggestedCount }) => suggestedCount > 0)
  const kind = kinds.find(({ code }) => code === view.only)
  const people = kind ? kind.suggestedCount : list.suggestedCount
  if (people < FEWEST) return null
  // Whoever lacks only a city or its state has no other suggestion.
  const cities = kinds.find(({ code }) => code === 'no_city')
  const isCity = cities !== undefined && (kind === cities || (!kind && cities.suggestedCount === people))
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line-mid bg-warn-tint py-1 ps-4 pe-1.5 narrow:-mx-(--gutter) narrow:mb-0 narrow:rounded-none narrow:border-x-0">
      <Icon of={Lightbulb} className="text-warn" />
      <p className="min-w-0 flex-1">
        {isCity ? (
          <b className="font-semibold">
            {i18n.t('{people, number} people have a ZIP code but no city.', { people })}
          </b>
        ) : (
          <>
            <b className="font-semibold">
              {i18n.t('{people, plural, one {# person} other {# people}} can be fixed.', { people })}
            </b>{' '}
            {kind ? kindName(kind.code, rewardType) : kindsOf(list, rewardType)}
          </>
        )}
      </p>
      <Button size="compact" onClick={() => setOpen(true)}>
        {isCity ? i18n.t('Fill them in') : i18n.t('Use all {people, number} suggestions', { people })}
      </Button>
      <Modal
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={i18n.t('Use {people, number} suggestions?', { people })}
      >
        {isOpen && (
          <Preview
            itemId={itemId}
            people={people}
            code={kind?.code}
            onKeep={() => setOpen(false)}
            onUse={async () => {
              await changes.fix(kind?.code)
              setOpen(false)
            }}
          />
        )}
      </Modal>
    </div>
  )
}

function kindsOf({ problemCounts }: CardRecipients, rewardType: RewardType): string {
  const kinds = problemCounts.filter(({ suggestedCount }) => suggestedCount > 0)
  return kinds
    .map(({ code, suggestedCount }) => `${kindName(code, rewardType)} ${count(suggestedCount)}`)
    .join(' · ')
}

type PreviewProps = {
  itemId: number
  people: number
  code: string | undefined
  onKeep: () => void
  onUse: () => Promise<void>
}

/** The first rows before and after. */
function Preview({ itemId, people, code, onKeep, onUse }: PreviewProps) {
  const i18n = useTexts()
  const [isUsing, setUsing] = useState(false)
  const only = code === undefined ? 'suggested' : `suggested_${code}`
  const { data, isPending } = useQuery({
    ...recipientQueries.page(itemId, { ...EVERYONE, only }, 1),
    staleTime: 0,
  })
  const changes = (data?.results ?? []).slice(0, EXAMPLES).flatMap((row) => changesOf(row, code))
  const more = people - Math.min(EXAMPLES, data?.results.length ?? 0)

  async function use() {
    setUsing(true)
    await onUse()
  }

  return (
    <>
      {isPending ? (
        <Skeleton className="mt-4 h-24" />
      ) : (
        <ul className="mt-4 grid gap-2">
          {changes.map(({ key, field, before, after }) => (
            <li key={key} className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
              <span className="text-muted">{fieldName(field)}</span>
              <span>{before || i18n.t('Blank')}</span>
              <Icon of={ArrowRight} size={14} label={i18n.t('becomes')} />
              <b className="font-semibold">{after}</b>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="mt-2 text-muted text-small">
          {i18n.t('And {people, plural, one {# more person} other {# more people}}.', { people: more })}
        </p>
      )}
      <p className="mt-4 text-muted">{i18n.t('You can undo this.')}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onKeep}>{i18n.t('Keep as is')}</Button>
        <Button look="primary" isPending={isUsing} onClick={use}>
          {i18n.t('Use {people, number} suggestions', { people })}
        </Button>
      </div>
    </>
  )
}

function changesOf(row: Recipient, code: string | undefined) {
  const taken = row.problems.filter(
    (problem) => problem.isSure && (code === undefined || problem.code === code),
  )
  return taken.flatMap((problem) => {
    const words = suggestedWords(problem.suggestions?.[0] ?? {})
    const key = `${row.id} ${problem.field}`
    return words ? [{ key, field: words.field, before: words.before(row, problem), after: words.after }] : []
  })
}

const SHOWN = 5

type EveryoneValueProps = {
  cents: number | null
  limits: Pick<SiteLimits, 'minValueCents' | 'maxValueCents'>
  problem: string | undefined
  onChange: (cents: number | null) => void
  className?: string
}

/** The amount for everyone without their own. */
export function EveryoneValue({ cents, limits, problem, onChange, className = '' }: EveryoneValueProps) {
  const i18n = useTexts()
  const { data: amounts } = useSuspenseQuery(catalogQueries.amounts())
  const offered = amounts.filter(
    ({ valueCents }) => valueCents >= limits.minValueCents && valueCents <= limits.maxValueCents,
  )
  return (
    <div className={`flex flex-wrap items-start gap-x-4 gap-y-3 ${className}`}>
      <MoneyField
        label={i18n.t('Value for everyone')}
        name="denominationCents"
        cents={cents}
        onChangeCents={onChange}
        hint={i18n.t('Recipients with their own value keep it.')}
        error={problem}
        className="w-[220px] narrow:w-full"
      />
      <div className="mt-6.5 min-w-0 narrow:mt-0">
        <Chips label={i18n.t('Common values')}>
          {offered.slice(0, SHOWN).map(({ id, valueCents }) => (
            <Chip key={id} isSelected={valueCents === cents} onPress={() => onChange(valueCents)}>
              {formatDollars(valueCents)}
            </Chip>
          ))}
        </Chips>
      </div>
    </div>
  )
}

type EveryoneValueButtonProps = EveryoneValueProps & { isOpen: boolean; onOpen: (isOpen: boolean) => void }

/** Shows everyone's value in the toolbar; a click opens its field. */
export function EveryoneValueButton({ isOpen, onOpen, ...value }: EveryoneValueButtonProps) {
  const i18n = useTexts()
  const close = () => onOpen(false)
  return (
    <>
      <Button className="shrink-0 narrow:order-1 narrow:px-3!" onClick={() => onOpen(true)}>
        <span>
          {value.cents === null ? i18n.t('Value') : formatDollars(value.cents)}
          <span className="narrow:sr-only"> {i18n.t('for everyone')}</span>
        </span>
      </Button>
      <Modal isOpen={isOpen} onClose={close} title={i18n.t('Value for everyone')}>
        <Form onSubmit={close} className="mt-4 grid gap-6">
          <EveryoneValue {...value} />
          <Button look="primary" type="submit" className="justify-self-end">
            {i18n.t('Done')}
          </Button>
        </Form>
      </Modal>
    </>
  )
}

/** Problems that everyone's value fixes. */
const VALUE_KINDS = ['amount_unreadable', 'too_small', 'too_large']

type ValueForKindProps = {
  view: Pick<ListView, 'only'>
  count: number
  everyoneCents: number | null
  onGive: () => Promise<void>
}

/** Replaces invalid values of one kind with everyone's. */
export function ValueForKind({ view, count, everyoneCents, onGive }: ValueForKindProps) {
  const i18n = useTexts()
  const [isGiving, setGiving] = useState(false)
  if (!VALUE_KINDS.includes(view.only) || everyoneCents === null || count === 0) return null

  async function give() {
    setGiving(true)
    await onGive()
    setGiving(false)
  }

  return (
    <p className="-mt-1 mb-3.5">
      <Button size="compact" isPending={isGiving} onClick={give}>
        {count === 1
          ? i18n.t('Use everyone’s {amount}', { amount: formatCents(everyoneCents) })
          : i18n.t('Set all {people, number} to everyone’s {amount}', {
              people: count,
              amount: formatCents(everyoneCents),
            })}
      </Button>
    </p>
  )
}
