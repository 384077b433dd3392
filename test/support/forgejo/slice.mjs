/**
 * Cuts the operations that Drover speaks out of the types that the packages `forgejo-js` and `gitea-js` (MIT) generate from the
 * published descriptions of Forgejo's and Gitea's API: `node slice.mjs <index.d.ts> <package@version> <forgejo|gitea>` writes
 * `generated/<name>.json` beside this file: for each operation its query, its body and its answer as closed JSON schemas.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import ts from 'typescript'

const [source, version, name] = process.argv.slice(2)
const file = ts.createSourceFile('api.d.ts', readFileSync(source, 'utf8'), ts.ScriptTarget.Latest, true)
const repo = '/repos/{owner}/{repo}'
const issue = `${repo}/issues/{index}`
const pull = `${repo}/pulls/{index}`
const wanted = [
  'GET /user',
  `GET ${repo}`,
  `GET ${repo}/branches/{branch}`,
  `GET ${repo}/commits/{ref}/status`,
  `GET ${repo}/collaborators/{collaborator}/permission`,
  `GET ${repo}/pulls`,
  `POST ${repo}/pulls`,
  `GET ${pull}`,
  `PATCH ${pull}`,
  `POST ${pull}/merge`,
  `GET ${pull}.{diffType}`,
  `GET ${pull}/reviews`,
  `POST ${pull}/reviews`,
  `GET ${pull}/reviews/{id}/comments`,
  `GET ${repo}/issues`,
  `GET ${issue}`,
  `PATCH ${issue}`,
  `GET ${issue}/comments`,
  `POST ${issue}/comments`,
  `GET ${issue}/timeline`,
  `GET ${issue}/dependencies`,
  `GET ${issue}/labels`,
  `POST ${issue}/labels`,
  `DELETE ${issue}/labels/{id}`,
  `PATCH ${repo}/issues/comments/{id}`,
  `DELETE ${repo}/issues/comments/{id}`,
  `GET ${repo}/labels`,
  `POST ${repo}/labels`,
]

const declared = new Map()
const operations = {}
const schemas = {}

function closed(members) {
  const properties = {}
  const required = []
  for (const member of members) {
    if (!ts.isPropertySignature(member)) continue
    const key = member.name.getText(file).replace(/^["']|["']$/g, '')
    properties[key] = schemaOf(member.type)
    if (member.questionToken === undefined) required.push(key)
  }
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false }
}

function schemaOf(type) {
  switch (type.kind) {
    case ts.SyntaxKind.StringKeyword:
      return { type: 'string' }
    case ts.SyntaxKind.NumberKeyword:
      return { type: 'number' }
    case ts.SyntaxKind.BooleanKeyword:
      return { type: 'boolean' }
    case ts.SyntaxKind.AnyKeyword:
    case ts.SyntaxKind.ObjectKeyword:
    case ts.SyntaxKind.UnknownKeyword:
      return {}
    case ts.SyntaxKind.VoidKeyword:
      return null
    case ts.SyntaxKind.ParenthesizedType:
      return schemaOf(type.type)
    case ts.SyntaxKind.ArrayType:
      return { type: 'array', items: schemaOf(type.elementType) }
    case ts.SyntaxKind.TypeLiteral:
      return closed(type.members)
    case ts.SyntaxKind.LiteralType:
      return { const: type.literal.text }
    case ts.SyntaxKind.UnionType:
      return { enum: type.types.map((one) => one.literal.text) }
    case ts.SyntaxKind.TypeReference: {
      const word = type.typeName.getText(file)
      if (word === 'Record') return { type: 'object', additionalProperties: schemaOf(type.typeArguments[1]) }
      if (schemas[word] === undefined) {
        schemas[word] = {}
        const found = declared.get(word)
        if (found === undefined) throw new Error(`nothing is called ${word}`)
        schemas[word] = ts.isInterfaceDeclaration(found) ? closed(found.members) : schemaOf(found.type)
      }
      return { $ref: `#/schemas/${word}` }
    }
    default:
      throw new Error(`cannot say ${type.getText(file)}`)
  }
}

function operationOf(node) {
  const parts = {}
  for (const parameter of node.type.parameters) {
    const key = parameter.name.getText(file)
    if ((key === 'query' || key === 'body' || key === 'data') && parameter.type !== undefined)
      parts[key === 'data' ? 'body' : key] = schemaOf(parameter.type)
  }
  const answer = node.type.type.typeArguments[0].typeArguments[0]
  return { ...parts, answer: schemaOf(answer) }
}

const visit = (node) => {
  if ((ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && !declared.has(node.name.text))
    declared.set(node.name.text, node)
  ts.forEachChild(node, visit)
}
visit(file)
const find = (node) => {
  if (ts.isPropertySignature(node) && node.type !== undefined && ts.isFunctionTypeNode(node.type)) {
    const said = /@request (\w+):(\S+)/.exec(node.getFullText(file).slice(0, node.getLeadingTriviaWidth(file)))
    const key = said === null ? '' : `${said[1]} ${said[2]}`
    if (wanted.includes(key)) operations[key] = operationOf(node)
  }
  ts.forEachChild(node, find)
}
find(file)
const missing = wanted.filter((key) => operations[key] === undefined)
const notice = `Cut from ${version} (MIT, Copyright its authors), generated from the published description of the API.`
writeFileSync(
  new URL(`generated/${name}.json`, import.meta.url),
  `${JSON.stringify({ notice, operations, schemas }, null, 1)}\n`,
)
process.stdout.write(`${Object.keys(operations).length} operations, ${Object.keys(schemas).length} schemas\n`)
if (missing.length > 0) process.stdout.write(`not there: ${missing.join(', ')}\n`)
