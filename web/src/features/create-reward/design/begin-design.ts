import type { Template } from '../create-reward.queries.ts'
import { changeDesign, changeSetup, useSetupStore } from '../setup-store.ts'
import { designOnTemplate } from './template-choice.ts'

/**
 * Gives the card at hand a template of this site, and words where it has none and no draft that
 * knows them: words are not kept in the browser, so a reload before the first save loses them.
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
  changeDesign({ line1: template.userLayout.line1, line2: template.userLayout.line2 })
}
