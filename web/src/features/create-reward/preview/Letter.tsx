import { formatCents } from '@laurel/domain/money'
import { CardCanvas, type CardLook } from '../../../parts/card/CardCanvas.tsx'
import { LetterHead } from './LetterHead.tsx'
import { Paragraphs } from './Paragraphs.tsx'

type LetterProps = {
  look: CardLook
  businessName: string
  /** Name and address, line by line; none on bulk cards. */
  address: readonly string[]
  paragraphs: readonly string[]
  senderName: string
  /** Not known yet: the letter then leaves the sum out. */
  amountCents: number | null
}

/** The letter that carries the card in its envelope. */
export function Letter({ look, businessName, address, paragraphs, senderName, amountCents }: LetterProps) {
  return (
    <article
      aria-label="The letter"
      className="min-h-[700px] w-[min(100%,560px)] rounded-[3px] bg-white px-15 pt-14 pb-10 text-[#1d1d1d] text-[0.9375rem] leading-[1.6] shadow-lift-2 narrow:min-h-0 narrow:px-6.5 narrow:pt-8.5 narrow:pb-7 tiny:px-4.5"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <LetterHead />
        <span className="text-small">{businessName}</span>
      </div>
      {address.length > 0 ? (
        <p className="mt-8.5 mb-7.5">
          {address.map((line) => (
            <span key={line} className="block wrap-anywhere">
              {line}
            </span>
          ))}
        </p>
      ) : (
        <div className="h-8.5" />
      )}
      <Paragraphs paragraphs={paragraphs} senderName={senderName} />
      <div className="-mx-15 mt-7.5 border-[#c9cccb] border-t border-dashed narrow:-mx-6.5 tiny:-mx-4.5" />
      <CardCanvas
        look={look}
        className="mx-auto mt-8.5 w-[318px] max-w-full shadow-[0_1px_2px_rgb(0_0_0/0.22),0_6px_14px_-6px_rgb(0_0_0/0.3)] narrow:w-[260px]"
      />
      <p className="mt-6 text-center text-[#545857] text-small">
        {amountCents !== null && `Your card is worth ${formatCents(amountCents)}. `}
        Peel it off gently and sign the back.
      </p>
    </article>
  )
}
