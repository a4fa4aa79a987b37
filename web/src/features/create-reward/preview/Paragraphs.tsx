type ParagraphsProps = { paragraphs: readonly string[]; senderName: string }

/** Message and sender, one under the other. */
export function Paragraphs({ paragraphs, senderName }: ParagraphsProps) {
  return (
    <div className="grid gap-3 text-start wrap-anywhere">
      {paragraphs.length === 0 && <p className="text-[#6a6e6d]">Your words stand here.</p>}
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may say the same
        <p key={index} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
      {senderName && <p>{senderName}</p>}
    </div>
  )
}
