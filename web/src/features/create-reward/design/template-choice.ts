import type { CardDesign } from '@laurel/domain/card-design'
import type { Template } from '../create-reward.queries.ts'

/**
 * What a template brings: its colors, its gradient, and its words where the customer has not
 * written any of their own.
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
