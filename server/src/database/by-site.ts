import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type CommonTableExpressionNode,
  type CompiledQuery,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  JoinNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  type QueryId,
  RawNode,
  ReferenceNode,
  ReturningNode,
  SelectionNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely'
import type { Db, Pool } from './database.ts'

/** A parameter in place of the site, until the query is sent. */
const SITE = Symbol('site')
const RETURNING_SITE = ReturningNode.create([
  SelectionNode.create(ReferenceNode.create(ColumnNode.create('site_id'))),
])
/** Citus can't carry rows without columns from node to node, as of `exists (select from …)`. */
const ONE = [SelectionNode.create(AliasNode.create(RawNode.createWithSql('1'), IdentifierNode.create('one')))]
const plugins = new WeakMap<Pool | Db, KyselyPlugin>()

/**
 * From now on, every query of a site's transaction names the site of each table it reads or changes. Row-level
 * security says the same, but a distributed database finds the node by what a query says
 * (docs/decisions/0049).
 *
 * @param tables those with a `site_id`
 */
export function nameSites(pool: Pool, tables: ReadonlySet<string>): void {
  const transformer = new SiteNamer(tables)
  plugins.set(pool, {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  })
}

/** Undefined unless the database is distributed. */
export function siteNaming(of: Pool | Db): KyselyPlugin | undefined {
  return plugins.get(of)
}

/** A transaction whose queries name their site. */
export function keepNaming(db: Db, naming: KyselyPlugin): void {
  plugins.set(db, naming)
}

export function withSite<Row>(query: CompiledQuery<Row>, siteId: number): CompiledQuery<Row> {
  if (!query.parameters.includes(SITE)) return query
  return { ...query, parameters: query.parameters.map((one) => (one === SITE ? siteId : one)) }
}

class SiteNamer extends OperationNodeTransformer {
  readonly #tables: ReadonlySet<string>
  /** Names that mean a `with` here. A table may have the same name. */
  #withs: readonly string[] = []
  /** Inside of a `with`. */
  #isPart = false
  /** A query that was built as a part of another one comes here twice. */
  readonly #named = new WeakSet<OperationNode>()

  constructor(tables: ReadonlySet<string>) {
    super()
    this.#tables = tables
  }

  protected override transformNodeImpl<T extends OperationNode>(node: T, queryId?: QueryId): T {
    if (this.#named.has(node)) return node
    const named = this.#transformParts(node, queryId)
    this.#named.add(named)
    return named
  }

  #transformParts<T extends OperationNode>(node: T, queryId?: QueryId): T {
    if (!('with' in node) || node.with === undefined) return super.transformNodeImpl(node, queryId)
    const outside = this.#withs
    const { expressions, ...rest } = node.with as { expressions: readonly CommonTableExpressionNode[] }
    const transformed = []
    const wasPart = this.#isPart
    for (const expression of expressions) {
      this.#isPart = true
      transformed.push(this.transformNode(expression, queryId))
      this.#isPart = wasPart
      this.#withs = [...this.#withs, expression.name.table.table.identifier.name]
    }
    const query = super.transformNodeImpl({ ...node, with: undefined }, queryId)
    this.#withs = outside
    return { ...query, with: { ...rest, expressions: transformed } }
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const query = this.#where(super.transformSelectQuery(node, queryId), node.from?.froms)
    return query.selections === undefined ? { ...query, selections: ONE } : query
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    return this.#where(super.transformUpdateQuery(node, queryId), [node.table, ...(node.from?.froms ?? [])])
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    return this.#where(super.transformDeleteQuery(node, queryId), [
      ...node.from.froms,
      ...(node.using?.tables ?? []),
    ])
  }

  /**
   * Citus copies computed rows to their node, which row-level security refuses, unless the rows come back. It then
   * names the table in a way that needs an alias.
   */
  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const query = super.transformInsertQuery(node, queryId)
    const { into, values, returning, onConflict, endModifiers = [] } = query
    if (into === undefined || !this.#isOfSite(into)) return query
    if (values === undefined || ValuesNode.is(values) || onConflict) return query
    const aliased = { into: AliasNode.create(into, into.table.identifier) }
    const isAnswer = returning === undefined && !this.#isPart
    // Not Kysely's own `returning`, with which it would answer with rows.
    const back = isAnswer
      ? { endModifiers: [...endModifiers, RETURNING_SITE] }
      : { returning: returning ?? RETURNING_SITE }
    return Object.assign({ ...query, ...back }, aliased)
  }

  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    const join = super.transformJoin(node, queryId)
    const condition = this.#conditionOf(node.table)
    if (condition === undefined) return join
    if (join.on === undefined) throw new Error('A join on a distributed database needs a condition')
    return JoinNode.cloneWithOn(join, condition)
  }

  #where<T extends { readonly where?: WhereNode }>(
    query: T,
    from: readonly (OperationNode | undefined)[] = [],
  ): T {
    const conditions = from
      .map((table) => table && this.#conditionOf(table))
      .filter((one) => one !== undefined)
    const [first, ...more] = query.where === undefined ? conditions : [query.where.where, ...conditions]
    if (conditions.length === 0 || first === undefined) return query
    return { ...query, where: WhereNode.create(more.reduce(AndNode.create, first)) }
  }

  #conditionOf(table: OperationNode): OperationNode | undefined {
    const [source, alias] = AliasNode.is(table) ? [table.node, table.alias] : [table, undefined]
    if (!TableNode.is(source) || !this.#isOfSite(source)) return undefined
    const { name } = source.table.identifier
    if (this.#withs.includes(name)) return undefined
    return BinaryOperationNode.create(
      ReferenceNode.create(ColumnNode.create('site_id'), TableNode.create(nameOf(alias) ?? name)),
      OperatorNode.create('='),
      ValueNode.create(SITE),
    )
  }

  #isOfSite({ table: { schema, identifier } }: TableNode): boolean {
    return schema === undefined && this.#tables.has(identifier.name)
  }
}

function nameOf(alias: OperationNode | undefined): string | undefined {
  return alias !== undefined && 'name' in alias && typeof alias.name === 'string' ? alias.name : undefined
}
