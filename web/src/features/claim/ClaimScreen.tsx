import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SiteLogo } from '../../app/shell/SiteLogo.tsx'
import { useSite } from '../../app/site.ts'
import { Loading, Skeleton } from '../../parts/Skeleton.tsx'
import { claimQueries } from './claim.queries.ts'
import { GiftedCard } from './GiftedCard.tsx'
import { NoCard } from './NoCard.tsx'

/** A digital card as the person it was sent to opens it: in the organization's name, with nothing to sell. */
export function ClaimScreen({ token }: { token: string }) {
  const claim = useQuery(claimQueries.one(token))
  return (
    <Frame>
      {claim.isPending && <CardOnItsWay />}
      {claim.isError && (
        <NoCard
          problem={claim.error}
          isRetrying={claim.isFetching}
          onRetry={() => {
            void claim.refetch()
          }}
        />
      )}
      {claim.isSuccess && <GiftedCard token={token} claim={claim.data} />}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const site = useSite()
  const ways = [site.supportEmail, site.supportPhone].filter((way) => way !== '')
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <header className="page flex min-h-[76px] items-center">
        <SiteLogo />
      </header>
      <main className="page grid w-full items-center py-10 narrow:items-start narrow:py-4">{children}</main>
      <footer className="page py-8 text-muted text-small">
        {ways.length > 0 && `A question about this card? ${ways.join(' or ')}`}
      </footer>
    </div>
  )
}

function CardOnItsWay() {
  return (
    <Loading label="Getting your card">
      <div className="grid grid-cols-[minmax(0,560px)_minmax(0,1fr)] gap-16 mid:grid-cols-1 mid:gap-8">
        <Skeleton className="aspect-[1017/642] w-full rounded-panel" />
        <div className="grid content-start gap-4">
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="h-24 w-full" />
        </div>
      </div>
    </Loading>
  )
}
