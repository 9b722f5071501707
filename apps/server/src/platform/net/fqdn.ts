/** A registrable name as the DNS has it: A-labels, lower case, no trailing dot. */
export type Fqdn = string & { readonly __brand: 'Fqdn' }
