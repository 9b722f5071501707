import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

export const schemaPath = join(import.meta.dirname, 'all.xsd')

xmlRegisterFsInputProviders() // Lets a schema import others from files.

/** Returns what is wrong with a frame, or null. */
export function createSchemaCheck() {
  const source = XmlDocument.fromBuffer(readFileSync(schemaPath), { url: schemaPath })
  const validator = XsdValidator.fromDoc(source)
  source.dispose()
  return {
    findFault(xml: string): string | null {
      let document: XmlDocument | undefined
      try {
        document = XmlDocument.fromString(xml)
        validator.validate(document)
        return null
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      } finally {
        document?.dispose()
      }
    },
    close: () => validator.dispose(),
  }
}
