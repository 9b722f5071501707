/** The metrics that an expression of Prometheus asks for, with the labels that it chooses by. */
type Selector = { metric: string; labels: string[] }
export type Asked = { selectors: Selector[]; groupedBy: string[] }

const operators = ['and', 'or', 'unless', 'bool', 'offset', 'group_left', 'group_right']
const grouping = /\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g

/** Reads what we write: no metric whose name is quoted, no comment. */
export function readExpression(expr: string): Asked {
  const bare = expr.replace(/"[^"]*"/g, '""').replace(/\[[^\]]*\]/g, '')
  const groupedBy = [...bare.matchAll(grouping)].flatMap(([, list = '']) => list.split(/\s*,\s*/))
  const selectors = [
    ...bare.replace(grouping, '').matchAll(/([a-zA-Z_:][\w:]*)(\{[^}]*\}|\s*\()?/g),
  ]
    .filter(([, name = '', rest = '']) => !rest.endsWith('(') && !operators.includes(name))
    .map(([, metric = '', braces = '']) => ({
      metric,
      labels: [...braces.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }))
  return { selectors, groupedBy: groupedBy.filter((label) => label !== '') }
}
