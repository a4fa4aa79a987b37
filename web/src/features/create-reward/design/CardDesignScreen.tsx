import '@laurel/domain/list-sentences'
import { cardBackTexts } from '@laurel/domain/card-back-texts'
import type { Canvas2D } from '@laurel/domain/card-canvas'
import type { CardDesign, Tone } from '@laurel/domain/card-design'
import { CARD_ASPECT } from '@laurel/domain/card-geometry'
import { cardTone } from '@laurel/domain/card-tone'
import { mergeMessage } from '@laurel/domain/message-merge'
import { paintCardBack } from '@laurel/domain/paint-card-back'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { changeDesign, changeSetup, rememberUnsaved, useSetupStore } from '../../../app/setup-store.ts'
import { brandColors, useSite } from '../../../app/site.ts'
import { useTexts } from '../../../app/texts.ts'
import { CardCanvas, type CardLook, useShownWidth } from '../../../parts/card/CardCanvas.tsx'
import { loadCardFonts } from '../../../parts/card/load-card.ts'
import { Segment } from '../../../parts/Segment.tsx'
import { cardItemQueries, type Template } from '../create-reward.queries.ts'
import { cardLook, SAMPLE_PERSON, useReward, useRewardType, useTemplate } from '../current-card.ts'
import { TypeLine } from '../open-reward-type-chooser.tsx'
import { LetterPreview, MailPreview, useRecipientTexts, useSender } from '../previews.tsx'
import { SetupFrame } from '../SetupFrame.tsx'
import { type DraftChange, saveDraft } from '../save-draft.ts'
import { designOnTemplate } from './begin-design.ts'
import { DesignTools } from './DesignTools.tsx'
import { lineProblem } from './design-checks.ts'
import { Sharpness } from './LogoTools.tsx'

/** The first step, the card's design. Changes are drawn within a frame and saved after a pause. */
export function CardDesignScreen() {
  const i18n = useTexts()
  const rewardType = useRewardType()
  const template = useTemplate()
  const design = useSetupStore((setup) => setup.design)

  const problems = {
    line1: lineProblem(design.line1, rewardType),
    line2: lineProblem(design.line2, rewardType),
  }

  function change(part: Partial<CardDesign>) {
    changeDesign(part)
    save({})
  }

  function choose(next: Template) {
    changeSetup({ templateId: next.id, design: designOnTemplate(design, next, template) })
    save({ rewardCardTemplateId: next.id })
  }

  /** Saves the design without lines the server would refuse, which are kept for the next visit. */
  function save(more: DraftChange) {
    const { design: latest } = useSetupStore.getState()
    const unlessFits = (line: string) => (lineProblem(line, rewardType) ? line : undefined)
    rememberUnsaved({ line1: unlessFits(latest.line1), line2: unlessFits(latest.line2) })
    saveDraft({ ...more, design: latest })
  }

  return (
    <SetupFrame
      step="card-design"
      rewardType={rewardType}
      className="grid grid-cols-[1fr_436px] mid:grid-cols-1 mid:content-start"
      missing={problems.line1 ?? problems.line2}
    >
      <h1 className="sr-only">{i18n.t('Card design')}</h1>
      <DesignStage design={design} template={template} />
      <DesignTools
        design={design}
        template={template}
        rewardType={rewardType}
        problems={problems}
        onChange={change}
        onTemplate={choose}
      />
    </SetupFrame>
  )
}

type View = 'front' | 'back' | 'envelope'

const IN_PRINT = [
  { value: 'front', label: /*i18n*/ 'Front' },
  { value: 'back', label: /*i18n*/ 'Back side' },
  { value: 'envelope', label: /*i18n*/ 'In the envelope' },
] as const
/** Digital cards have no back. */
const ON_SCREEN = [
  { value: 'front', label: /*i18n*/ 'Front' },
  { value: 'envelope', label: /*i18n*/ 'In the email' },
] as const

type DesignStageProps = { design: CardDesign; template: Template | undefined }

function DesignStage({ design, template }: DesignStageProps) {
  const i18n = useTexts()
  const rewardType = useRewardType()
  const { reward } = useReward()
  const [view, setView] = useState<View>('front')
  const amountCents = useSetupStore((setup) => setup.denominationCents)
  const look = cardLook({ design, template, rewardType, amountCents, networkName: reward?.network })
  return (
    <section
      aria-label={i18n.t('Your card')}
      className="stage relative grid content-start justify-items-center gap-8 px-12 pt-8 pb-12 narrow:sticky low:static narrow:top-0 narrow:z-3 narrow:bg-canvas narrow:px-(--gutter) narrow:pt-4.5 narrow:pb-5 narrow:shadow-[0_1px_0_var(--line)]"
    >
      <div className="flex w-full max-w-[760px] flex-wrap items-center justify-between gap-3 narrow:hidden">
        <Segment
          label={i18n.t('Side')}
          value={view}
          onChange={setView}
          options={(rewardType === 'digital' ? ON_SCREEN : IN_PRINT).map(({ value, label }) => ({
            value,
            label: i18n.t(label),
          }))}
        />
        <TypeLine />
      </div>
      {view === 'envelope' ? (
        <InTheEnvelope look={look} rewardName={reward?.name} />
      ) : (
        <div className="sticky top-14 grid w-full max-w-[760px] gap-12 narrow:static narrow:max-w-[440px] narrow:gap-3">
          {view === 'front' ? (
            <CardCanvas look={look} leaning />
          ) : (
            <CardBackCanvas tone={design.tone} networkName={reward?.network} />
          )}
          <div className="flex flex-wrap justify-between gap-3 text-muted text-small narrow:hidden">
            <Sharpness design={design} rewardType={rewardType} />
            {rewardType !== 'digital' && <span>85.6 × 54 mm</span>}
          </div>
        </div>
      )}
    </section>
  )
}

const SAMPLE_ADDRESS = ['Maya Okafor', '418 Juniper Street', 'Portland, OR 97214']

type InTheEnvelopeProps = { look: CardLook; rewardName: string | undefined }

/** The card in its letter or email. */
function InTheEnvelope({ look, rewardName }: InTheEnvelopeProps) {
  const cardItemId = useSetupStore((setup) => setup.cardItemId)
  const amountCents = useSetupStore((setup) => setup.denominationCents)
  const { data: item } = useQuery({ ...cardItemQueries.one(cardItemId ?? 0), enabled: cardItemId !== null })
  const sender = useSender(item?.senderName ?? '')
  const person = { ...SAMPLE_PERSON, amountCents: amountCents ?? SAMPLE_PERSON.amountCents }
  const shared = { look, message: mergeMessage(item?.message ?? '', person), sender }
  return look.rewardType === 'digital' ? (
    <MailPreview
      {...shared}
      person={person}
      rewardName={rewardName ?? item?.reward.name ?? 'card'}
      email="maya@example.com"
    />
  ) : (
    <LetterPreview
      {...shared}
      rewardType={look.rewardType}
      amountCents={amountCents}
      address={look.rewardType === 'direct' ? SAMPLE_ADDRESS : []}
    />
  )
}

const DENSITY_AT_LEAST = 2

type CardBackCanvasProps = { tone: Tone; networkName?: string | undefined }

/** The card's back: magnetic strip, signature, and support contact. */
function CardBackCanvas({ tone, networkName: ofReward }: CardBackCanvasProps) {
  const i18n = useTexts()
  const site = useSite()
  const networkName = ofReward ?? site.networkName
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = useShownWidth(frame)
  const colors = brandColors(site)
  const { i18n: theirs } = useRecipientTexts()
  const { message, signature } = cardBackTexts(theirs, { ...site, networkName })

  useEffect(() => {
    if (width === 0) return
    let isCurrent = true
    loadCardFonts(`${message}${signature}`).then(() => {
      const c = canvas.current?.getContext('2d')
      if (!c || !canvas.current || !isCurrent) return
      const widthDots = Math.round(width * Math.max(devicePixelRatio || 1, DENSITY_AT_LEAST))
      canvas.current.width = widthDots
      canvas.current.height = Math.round(widthDots / CARD_ASPECT)
      paintCardBack(
        c as unknown as Canvas2D,
        { colors: brandColors(site), tone, message, signature, networkName },
        {
          widthDots,
          onLayerFailed: (layer, cause) => console.error(`Card layer ${layer} failed and is left out`, cause),
        },
      )
    })
    return () => {
      isCurrent = false
    }
  }, [site, tone, message, signature, networkName, width])

  return (
    <div
      ref={frame}
      className="card"
      style={{ '--card-ground': cardTone(tone, colors).low } as CSSProperties}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={i18n.t(
          'The back of the card: magnetic strip, signature panel, and where to ask for help',
        )}
      />
    </div>
  )
}
