import type { CardLayer } from '@laurel/domain/card-face'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CardCanvas } from '../../../parts/card/CardCanvas.tsx'
import { cardLook } from '../card-look.ts'
import { catalogQueries, type Template } from '../create-reward.queries.ts'
import type { DesignToolsProps } from './design-tools-props.ts'

/** A thumbnail has no room for what the fulfillment house prints. */
const LAYERS: readonly CardLayer[] = ['background', 'gradient', 'user', 'logo']

/** The site's templates, each as it would carry the customer's own logo. */
export function TemplateTools({ design, template, rewardType, onTemplate }: DesignToolsProps) {
  const { data: templates } = useSuspenseQuery(catalogQueries.templates())
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and take a legend
    <div
      role="group"
      aria-label="Template"
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
          {each.name}
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
