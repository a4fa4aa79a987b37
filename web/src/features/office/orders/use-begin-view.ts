import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { OrderView } from './orders.queries.ts'
import { isFiltered, type OrdersSearch, searchOf } from './orders-search.ts'

/**
 * Whoever comes to the list without saying what they look for begins with the view they chose for that; once
 * there, every filter may be taken off again.
 *
 * @param views undefined while they are being read
 * @returns true while it is not known yet what the list begins with
 */
export function useBeginView(views: readonly OrderView[] | undefined, search: OrdersSearch): boolean {
  const navigate = useNavigate()
  const isOpen = useRef(isFiltered(search) || search.page !== undefined)
  const begin = views?.find(({ isDefault }) => isDefault)
  const isWaiting = !isOpen.current && (views === undefined || begin !== undefined)
  useEffect(() => {
    if (views === undefined || isOpen.current) return
    isOpen.current = true
    if (begin) void navigate({ to: '/office/orders', search: searchOf(begin.filters), replace: true })
  }, [views, begin, navigate])
  return isWaiting
}
