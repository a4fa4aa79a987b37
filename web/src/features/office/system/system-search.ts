import { searchParams } from '../../../app/search-params.ts'
export type SystemSearch = { queue?: string }

const QUEUE = /^[\w.-]{1,100}$/

export const readSystemSearch = searchParams<SystemSearch>({
  queue: (given) => (typeof given === 'string' && QUEUE.test(given) ? given : undefined),
})
