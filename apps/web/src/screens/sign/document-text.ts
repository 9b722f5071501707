export const differs = 'This is not the document to be signed. Reload the page'
