import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Chip, Chips } from '../../../parts/Chip.tsx'
import { ReadProblem, RowsLoading } from '../ListParts.tsx'
import { SITE_PARTS, type SitePart, type SiteSearch } from '../screen-searches.ts'
import { DeskHead } from '../shell/DeskHead.tsx'
import { AccountsPart } from './AccountsPart.tsx'
import { BrandPart } from './BrandPart.tsx'
import { CardMailPart } from './CardMailPart.tsx'
import { CarriersPart } from './CarriersPart.tsx'
import { PaymentsPart } from './PaymentsPart.tsx'
import { GENERAL, LIMITS } from './part-fields.ts'
import { SenderPart } from './SenderPart.tsx'
import { SitePartForm } from './SitePartForm.tsx'
import { type OfficeSite, siteSettingsQueries } from './site.queries.ts'
import { TextsPart } from './TextsPart.tsx'

/** What the shop is called, how it looks, and by which rules it sells. */
export function SiteScreen({ search: { part = 'general' } }: { search: SiteSearch }) {
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useQuery(siteSettingsQueries.whole())
  return (
    <>
      <DeskHead title="Site" text="Changes count at once and are written down with old and new." />
      <Chips label="Part">
        {SITE_PARTS.map(({ value, label }) => (
          <Chip
            key={value}
            isSelected={value === part}
            onPress={() =>
              void navigate({
                to: '/office/site',
                search: value === 'general' ? {} : { part: value },
                resetScroll: false,
              })
            }
          >
            {label}
          </Chip>
        ))}
      </Chips>
      <section aria-labelledby="part" className="mt-7">
        <h2 id="part" className="mb-4 text-h3">
          {SITE_PARTS.find(({ value }) => value === part)?.label}
        </h2>
        {!data && error && <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />}
        {!data && !error && <RowsLoading label="Settings" />}
        {data && <Part key={part} part={part} site={data} />}
      </section>
    </>
  )
}

function Part({ part, site }: { part: SitePart; site: OfficeSite }) {
  switch (part) {
    case 'general':
      return <SitePartForm site={site} fields={GENERAL} />
    case 'limits':
      return <SitePartForm site={site} fields={LIMITS} />
    case 'brand':
      return <BrandPart site={site} />
    case 'texts':
      return <TextsPart site={site} />
    case 'cards':
      return <CardMailPart site={site} />
    case 'accounts':
      return <AccountsPart site={site} />
    case 'payments':
      return <PaymentsPart site={site} />
    case 'carriers':
      return <CarriersPart />
    case 'sender':
      return <SenderPart site={site} />
  }
}
