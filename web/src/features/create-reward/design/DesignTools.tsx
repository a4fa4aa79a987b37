import {
  type CardDesign,
  GRADIENTS,
  type Gradient,
  LINE1_MAX,
  LINE2_MAX,
  TONES,
  type Tone,
} from '@laurel/domain/card-design'
import type { CardLayer } from '@laurel/domain/card-face'
import { cardTone } from '@laurel/domain/card-tone'
import { MERGE_FIELDS } from '@laurel/domain/message-merge'
import { formatDollars } from '@laurel/domain/money'
import { REWARD_TYPE_TITLES, type RewardType } from '@laurel/domain/reward-type'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { changeSetup, useSetupStore } from '../../../app/setup-store.ts'
import { brandColors, useSite } from '../../../app/site.ts'
import { translated, useTexts } from '../../../app/texts.ts'
import { CardCanvas } from '../../../parts/card/CardCanvas.tsx'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { SaveDesign } from '../../../parts/SaveDesign.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { catalogQueries, type Reward, type Template, valueLimits } from '../create-reward.queries.ts'
import { cardLook, SAMPLE_PERSON, useReward, useRewardType } from '../current-card.ts'
import { insertAtCaret, MergeButtons } from '../MergeButtons.tsx'
import { TypeLine } from '../open-reward-type-chooser.tsx'
import { flushDraft, saveDraft } from '../save-draft.ts'
import { LogoTools } from './LogoTools.tsx'

const POCKETS = [
  /*i18n*/ 'Reward',
  /*i18n*/ 'Template',
  /*i18n*/ 'Colors',
  /*i18n*/ 'Logo',
  /*i18n*/ 'Words',
] as const
type Pocket = (typeof POCKETS)[number]

export function DesignTools(props: DesignToolsProps) {
  const i18n = useTexts()
  const { template, problems } = props
  const [pocket, setPocket] = useState<Pocket>('Template')
  const takesLogo = template?.userLayout.takesLogo ?? true
  const hasChoice = useReward().rewards.length > 1
  const isOffered = { Reward: hasChoice, Template: true, Colors: true, Logo: takesLogo, Words: true }
  const pockets = POCKETS.filter((each) => isOffered[each])

  /** Saves the card, whose design can then be saved. @throws if a line has an error */
  async function saved(): Promise<number> {
    const problem = problems.line1 ?? problems.line2
    if (problem !== undefined) throw new Error(problem)
    await flushDraft()
    return useSetupStore.getState().cardItemId!
  }

  return (
    <aside
      aria-label={i18n.t('Design')}
      className="border-line border-s px-8 pt-2 pb-12 mid:border-0 narrow:px-(--gutter) narrow:pb-8"
    >
      <div className="-mx-(--gutter) sticky top-[calc(min(100vw,480px)*0.54+58px)] z-2 hidden bg-surface px-(--gutter) py-2.5 narrow:block low:static">
        <Segment
          label={i18n.t('Go to')}
          fills
          value={pocket}
          onChange={(to) => {
            setPocket(to)
            document.getElementById(sectionId(to))?.scrollIntoView()
          }}
          options={pockets.map((each) => ({ value: each, label: i18n.t(each) }))}
        />
      </div>
      {hasChoice && (
        <Section name="Reward">
          <RewardTools />
        </Section>
      )}
      <Section name="Template">
        <TemplateTools {...props} />
      </Section>
      <Section name="Colors">
        <ColorTools {...props} />
      </Section>
      {takesLogo && (
        <Section name="Logo">
          <LogoTools design={props.design} rewardType={props.rewardType} onChange={props.onChange} />
        </Section>
      )}
      <Section name="Words">
        <WordTools {...props} />
      </Section>
      <div className="grid justify-items-start gap-3 border-line border-t py-6">
        <SaveDesign cardItemId={saved} />
        <p className="text-muted text-small">{i18n.t('Save it to start other cards with it.')}</p>
      </div>
      <TypeLine className="hidden! border-line border-t pt-4 narrow:flex!" />
    </aside>
  )
}

function sectionId(name: Pocket): string {
  return `design-${name.toLowerCase()}`
}

function Section({ name, children }: { name: Pocket; children: ReactNode }) {
  const i18n = useTexts()

  return (
    <section
      id={sectionId(name)}
      aria-labelledby={`${sectionId(name)}-title`}
      className="grid scroll-mt-8 gap-4 border-line border-b py-6 last-of-type:border-0 narrow:scroll-mt-[calc(min(100vw,480px)*0.54+116px)]"
    >
      <h2 id={`${sectionId(name)}-title`} className="text-h3">
        {i18n.t(name)}
      </h2>
      {children}
    </section>
  )
}

/** The choice of rewards, which differ in where they can be spent and how much they hold. */
function RewardTools() {
  const i18n = useTexts()
  const rewardType = useRewardType()
  const { limits } = useSite()
  const { rewards, reward } = useReward()

  function choose(id: string) {
    changeSetup({ rewardId: Number(id) })
    saveDraft({ rewardId: Number(id) })
  }

  const detail = (each: Reward) => {
    if (!each.rewardTypes.includes(rewardType)) {
      return i18n.t('Not available for {type} cards.', {
        type: i18n.t(REWARD_TYPE_TITLES[rewardType]).toLowerCase(),
      })
    }
    const { minValueCents, maxValueCents } = valueLimits(limits, rewards, each.id)
    return i18n
      .t('{description} {minValue} to {maxValue}.', {
        description: translated(i18n, each.description),
        minValue: formatDollars(minValueCents),
        maxValue: formatDollars(maxValueCents),
      })
      .trim()
  }
  return (
    <RadioChoice
      label={i18n.t('Reward')}
      value={reward ? String(reward.id) : null}
      onChange={choose}
      options={rewards.map((each) => ({
        value: String(each.id),
        title: translated(i18n, each.name),
        detail: detail(each),
        aside: <span className="text-muted text-small">{each.network}</span>,
        isDisabled: !each.rewardTypes.includes(rewardType),
      }))}
    />
  )
}

const TONE_NAMES: Record<Tone, string> = {
  deep: /*i18n*/ 'Deep',
  bright: /*i18n*/ 'Bright',
  pale: /*i18n*/ 'Pale',
  ink: /*i18n*/ 'Ink',
  warm: /*i18n*/ 'Warm',
  paper: /*i18n*/ 'Paper',
}
const GRADIENT_NAMES: Record<Gradient, string> = {
  none: /*i18n*/ 'None',
  soft: /*i18n*/ 'Soft',
  strong: /*i18n*/ 'Strong',
}

/** Six variants of the brand's colors, and the strength of the gradient behind the text. */
function ColorTools({ design, onChange }: DesignToolsProps) {
  const i18n = useTexts()
  const colors = brandColors(useSite())
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and take a legend */}
      <div
        role="group"
        aria-label={i18n.t('Colors')}
        className="flex flex-wrap gap-2.5 narrow:grid narrow:grid-cols-6"
      >
        {TONES.map((tone) => {
          const { ground, art2 } = cardTone(tone, colors)
          return (
            <button
              key={tone}
              type="button"
              aria-pressed={tone === design.tone}
              aria-label={i18n.t(TONE_NAMES[tone])}
              title={i18n.t(TONE_NAMES[tone])}
              onClick={() => onChange({ tone })}
              style={{ background: `linear-gradient(135deg, ${ground} 50%, ${art2} 50.5%)` }}
              className="h-11 w-13 rounded-[12px] shadow-[inset_0_0_0_1px_light-dark(rgb(0_0_0/0.14),rgb(255_255_255/0.22))] outline-offset-3 outline-accent-line aria-pressed:outline-[2.5px] narrow:w-auto"
            />
          )
        })}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="text-label">{i18n.t('Shade behind text')}</span>
        <Segment
          label={i18n.t('Shade behind text')}
          value={design.gradient}
          onChange={(gradient) => onChange({ gradient })}
          options={GRADIENTS.map((value) => ({ value, label: i18n.t(GRADIENT_NAMES[value]) }))}
        />
      </div>
    </>
  )
}

type Line = 'line1' | 'line2'

/** The two lines on the card. Merge fields are inserted at the last caret position. */
function WordTools({ design, rewardType, problems, onChange }: DesignToolsProps) {
  const i18n = useTexts()
  const ref = useRef<HTMLDivElement>(null)
  const [last, setLast] = useState<Line>('line1')
  const isNamed = rewardType !== 'bulk' && [design.line1, design.line2].some((line) => line.includes('{'))

  // Errors appear while typing and must not be hidden behind the bottom bar.
  const wrong = problems[last]
  useEffect(() => {
    const input = ref.current?.querySelector<HTMLInputElement>(`input[name=${last}]`)
    if (wrong && document.activeElement === input) input?.scrollIntoView({ block: 'nearest' })
  }, [wrong, last])

  function put(field: string) {
    const input = ref.current?.querySelector<HTMLInputElement>(`input[name=${last}]`)
    if (input) onChange({ [last]: insertAtCaret(input, field) })
  }

  const line = (name: Line, label: string, max: number) => (
    <TextField
      label={label}
      name={name}
      aside={i18n.t('{length, number} of {maxLength, number}', {
        length: Array.from(design[name]).length,
        maxLength: max,
      })}
      value={design[name]}
      onChange={(value) => onChange({ [name]: value })}
      onFocus={() => setLast(name)}
      error={problems[name]}
      autoComplete="off"
      className="[&_input]:scroll-my-40"
    />
  )

  return (
    <div ref={ref} className="grid gap-4">
      {line('line1', i18n.t('First line'), LINE1_MAX)}
      {line('line2', i18n.t('Second line'), LINE2_MAX)}
      {rewardType !== 'bulk' && <MergeButtons fields={[MERGE_FIELDS[0], MERGE_FIELDS[1]]} onPut={put} />}
      <p className="text-muted text-small">
        {isNamed
          ? i18n.t('Shown for {firstName}. Each card gets its own name.', {
              firstName: SAMPLE_PERSON.firstName,
            })
          : rewardType === 'bulk'
            ? i18n.t('Every card shows the same text.')
            : i18n.t('Insert {field} to show each recipient’s name.', { field: MERGE_FIELDS[0] })}
      </p>
    </div>
  )
}

/** Thumbnails have no room for the layers that are printed at fulfillment. */
const LAYERS: readonly CardLayer[] = ['background', 'gradient', 'user', 'logo']

/** The site's templates, shown with the customer's logo. */
function TemplateTools({ design, template, rewardType, onTemplate }: DesignToolsProps) {
  const i18n = useTexts()
  const { data: templates } = useSuspenseQuery(catalogQueries.templates())
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and take a legend
    <div
      role="group"
      aria-label={i18n.t('Template')}
      className="grid grid-cols-3 gap-x-3 gap-y-4 mid:grid-cols-6 narrow:grid-cols-3"
    >
      {templates.map((each) => (
        <button
          key={each.id}
          type="button"
          aria-pressed={each.id === template?.id}
          onClick={() => onTemplate(each)}
          className="group grid content-start gap-2 rounded-[9px] text-start text-label aria-pressed:font-semibold aria-pressed:text-accent-text"
        >
          <span aria-hidden="true" className="block">
            <CardCanvas
              thumb
              layers={LAYERS}
              className="outline-offset-3 outline-accent-line group-aria-pressed:outline-[2.5px]"
              look={thumbnail(each)}
            />
          </span>
          {translated(i18n, each.name)}
        </button>
      ))}
    </div>
  )

  function thumbnail(of: Template) {
    return {
      ...cardLook({
        template: of,
        rewardType,
        design: {
          tone: of.userLayout.tone,
          gradient: of.gradient.strength,
          line1: of.userLayout.line1,
          line2: '',
          logoFileKey: of.userLayout.takesLogo ? design.logoFileKey : null,
          logoOneColor: design.logoOneColor,
        },
      }),
    }
  }
}

type DesignToolsProps = {
  design: CardDesign
  template: Template | undefined
  rewardType: RewardType
  problems: { line1: string | undefined; line2: string | undefined }
  onChange: (part: Partial<CardDesign>) => void
  onTemplate: (template: Template) => void
}
