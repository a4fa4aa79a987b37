import type { CardDesign } from '@laurel/domain/card-design'
import { changeDesign, changeSetup, unsavedOf, useSetupStore } from '../../../app/setup-store.ts'
import type { Unsaved } from '../../../app/unsaved.ts'
import type { Template } from '../create-reward.queries.ts'

/**
 * Gives the current card one of the site's templates, and the template's lines if the card has none and no
 * draft that has them: saved lines are not stored in the browser.
 */
export function beginDesign(templates: readonly Template[]): void {
  const { templateId, design, cardItemId } = useSetupStore.getState()
  const template = templates.find(({ id }) => id === templateId)
  const [first] = templates
  if (!template) {
    if (first) changeSetup({ templateId: first.id, design: designOnTemplate(design, first, undefined) })
    return
  }
  if (cardItemId !== null || design.line1 !== '' || design.line2 !== '') return
  const { line1, line2 } = template.userLayout
  changeDesign({ line1, line2, ...pickLines(unsavedOf()) })
}

function pickLines({ line1, line2 }: Unsaved) {
  return { ...(line1 !== undefined && { line1 }), ...(line2 !== undefined && { line2 }) }
}

/**
 * The design on another template: its colors and gradient, and its lines unless the customer has
 * written their own.
 */
export function designOnTemplate(
  design: CardDesign,
  template: Template,
  before: Template | undefined,
): CardDesign {
  const own = (line: 'line1' | 'line2') => design[line] !== '' && design[line] !== before?.userLayout[line]
  return {
    ...design,
    tone: template.userLayout.tone,
    gradient: template.gradient.strength,
    line1: own('line1') ? design.line1 : template.userLayout.line1,
    line2: own('line2') ? design.line2 : template.userLayout.line2,
    logoFileKey: template.userLayout.takesLogo ? design.logoFileKey : null,
  }
}
