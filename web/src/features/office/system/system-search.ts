export type SystemSearch = { queue?: string }

export function readSystemSearch({ queue }: Record<string, unknown>): SystemSearch {
  return typeof queue === 'string' && /^[\w.-]{1,100}$/.test(queue) ? { queue } : {}
}
