export type FormValue = string | FormTree
export type FormTree = { [key: string]: FormValue }

/** Parses `a[b][0][c]=x` into a tree; a list is a branch whose keys are numbers. */
export function parseForm(text: string): FormTree {
  const tree = newBranch()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name)
    let branch = tree
    for (const key of path.slice(0, -1)) branch = branchAt(branch, key)
    branch[keyIn(branch, path.at(-1) ?? '')] = value
  }
  return tree
}

export function isBranch(value: FormValue | undefined): value is FormTree {
  return typeof value === 'object'
}

export function textOf(value: FormValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function listOf(value: FormValue | undefined): FormValue[] {
  return isBranch(value) ? Object.values(value) : []
}

function newBranch(): FormTree {
  return Object.create(null) as FormTree // A key such as `__proto__` is only a key.
}

function pathOf(name: string): string[] {
  const open = name.indexOf('[')
  if (open === -1) return [name]
  const inner = name.slice(open + 1, name.endsWith(']') ? -1 : undefined)
  return [name.slice(0, open), ...inner.split('][')]
}

function branchAt(branch: FormTree, key: string): FormTree {
  const known = branch[keyIn(branch, key)]
  if (isBranch(known)) return known
  const made = newBranch()
  branch[keyIn(branch, key)] = made
  return made
}

/** `a[]=x` takes the next number. */
function keyIn(branch: FormTree, key: string): string {
  return key === '' ? String(Object.keys(branch).length) : key
}
