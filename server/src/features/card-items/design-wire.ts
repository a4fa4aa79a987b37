import type { CardDesign as CardDesignWire } from '@laurel/contract/card-items'
import { type CardDesign, repairDesign } from '@laurel/domain/card-design'
import type * as z from 'zod'

export type DesignWire = z.infer<typeof CardDesignWire>

/** A stored design, kept as it travels; an old or damaged one is repaired, so that its draft still opens. */
export function readDesign(stored: unknown): CardDesign {
  const wire: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  return repairDesign({ ...wire, logoFileKey: wire.logo_file_key, logoOneColor: wire.logo_one_color })
}

export function designWire({ logoFileKey, logoOneColor, ...design }: CardDesign): DesignWire {
  return { ...design, logo_file_key: logoFileKey, logo_one_color: logoOneColor }
}
