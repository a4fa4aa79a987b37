import { cardGiver } from '@laurel/domain/card-words'
import { useSuspenseQuery } from '@tanstack/react-query'
import { customerQueries } from '../../../app/customer.queries.ts'
import { useSite } from '../../../app/site.ts'

/** Who gives the card at hand, as its recipients will read it. @param senderName what stands at "From" */
export function useGiver(senderName: string): string {
  const site = useSite()
  const { data: customer } = useSuspenseQuery(customerQueries.me())
  return cardGiver({ senderName, businessName: customer.legalBusinessName, siteName: site.name })
}
