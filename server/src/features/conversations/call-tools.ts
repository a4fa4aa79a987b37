import type { Endpoint } from '@laurel/contract/endpoint'
import type { Problem } from '@laurel/contract/problem'
import type { OperationName } from '@laurel/contract/routes'
import type { InputOf, OutputOf } from '@laurel/contract/wire-types'
import type { ToolEffect } from '@laurel/domain/conversations'
import type { FastifyInstance } from 'fastify'
import type { CallerHeaders } from '../../http/serve.ts'

/** A refused call, with the problem the person would have seen. */
export class ToolRefused extends Error {
  override readonly name = 'ToolRefused'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

type Given<Name extends OperationName> = {
  [Part in keyof InputOf<Name> as InputOf<Name>[Part] extends undefined ? never : Part]?: Partial<
    InputOf<Name>[Part]
  >
}

/** @param key makes a call that changes something idempotent */
export type Tools = <Name extends OperationName>(
  tool: Endpoint<Name>,
  given?: Given<Name>,
  key?: string,
) => Promise<OutputOf<Name>>

/**
 * Calls endpoints as the person who asked: with their token, so the API’s permissions, limits, refusals, and audit log
 * apply. Endpoints that aren’t tools, or whose effect isn’t allowed, can’t be called.
 */
export function makeTools(
  app: FastifyInstance,
  { headers, ip }: { headers: CallerHeaders; ip: string },
  allowed: readonly ToolEffect[],
): Tools {
  return async (tool, given = {}, key) => {
    if (tool.tool === undefined || !allowed.includes(tool.tool.effect)) {
      throw new Error(`${tool.name} isn’t a tool that may be called here`)
    }
    const { params, query, body } = given as Record<'params' | 'query' | 'body', object | undefined>
    const answer = await app.inject({
      method: tool.method,
      url: `${filled(tool.path, params)}${asQuery(query)}`,
      headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
      ...(body && { payload: body }),
      remoteAddress: ip,
    })
    if (answer.statusCode >= 400) throw new ToolRefused(answer.json())
    return answer.json()
  }
}

function filled(path: string, params: object = {}): string {
  return Object.entries(params).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  )
}

function asQuery(query: object = {}): string {
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)])
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}
