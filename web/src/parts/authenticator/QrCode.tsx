import { create } from 'qrcode'
import { useMemo } from 'react'

/** docs/spec.md §9: 228 by 228 px. */
const SIDE_PX = 228
/** The empty edge a camera needs, in modules. */
const QUIET = 4

/** A picture for a camera, drawn here: the key in it goes to nobody. Black on white in every brand. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { side, path } = useMemo(() => draw(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      width={SIDE_PX}
      height={SIDE_PX}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

/** One rectangle for each run of dark modules in a row. */
function draw(text: string): { side: number; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const start = x
      while (x < size && data[y * size + x]) x++
      if (x > start) path += `M${start + QUIET} ${y + QUIET}h${x - start}v1h${start - x}z`
    }
  }
  return { side: size + 2 * QUIET, path }
}
