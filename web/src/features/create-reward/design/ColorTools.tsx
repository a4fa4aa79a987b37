import { GRADIENTS, type Gradient, TONES, type Tone } from '@laurel/domain/card-design'
import { cardTone } from '@laurel/domain/card-tone'
import { brandColors } from '../../../app/brand.ts'
import { useSite } from '../../../app/site.ts'
import { Segment } from '../../../parts/Segment.tsx'
import type { DesignToolsProps } from './design-tools-props.ts'

const TONE_NAMES: Record<Tone, string> = {
  deep: 'Deep',
  bright: 'Bright',
  pale: 'Pale',
  ink: 'Ink',
  warm: 'Warm',
  paper: 'Paper',
}
const GRADIENT_NAMES: Record<Gradient, string> = { none: 'None', soft: 'Soft', strong: 'Strong' }

/** Six ways the brand can lie on the card, and how much the artwork steps back behind the words. */
export function ColorTools({ design, onChange }: DesignToolsProps) {
  const colors = brandColors(useSite())
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and take a legend */}
      <div role="group" aria-label="Colors" className="flex flex-wrap gap-2.5 narrow:grid narrow:grid-cols-6">
        {TONES.map((tone) => {
          const { ground, art2 } = cardTone(tone, colors)
          return (
            <button
              key={tone}
              type="button"
              aria-pressed={tone === design.tone}
              aria-label={TONE_NAMES[tone]}
              title={TONE_NAMES[tone]}
              onClick={() => onChange({ tone })}
              style={{ background: `linear-gradient(135deg, ${ground} 50%, ${art2} 50.5%)` }}
              className="h-11 w-13 rounded-[12px] shadow-[inset_0_0_0_1px_rgb(0_0_0/0.14)] outline-offset-3 outline-accent-line aria-pressed:outline-[2.5px] narrow:w-auto"
            />
          )
        })}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="text-label">Shade behind the words</span>
        <Segment
          label="Shade behind the words"
          value={design.gradient}
          onChange={(gradient) => onChange({ gradient })}
          options={GRADIENTS.map((value) => ({ value, label: GRADIENT_NAMES[value] }))}
        />
      </div>
    </>
  )
}
