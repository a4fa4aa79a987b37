/** The silhouette of a picture in one color. */
export function tintImage(image: object, color: string): HTMLCanvasElement {
  const picture = image as HTMLImageElement
  const canvas = document.createElement('canvas')
  canvas.width = picture.naturalWidth || picture.width
  canvas.height = picture.naturalHeight || picture.height
  const c = canvas.getContext('2d')
  if (!c) throw new Error('Could not get canvas context')
  c.drawImage(picture, 0, 0, canvas.width, canvas.height)
  c.globalCompositeOperation = 'source-in'
  c.fillStyle = color
  c.fillRect(0, 0, canvas.width, canvas.height)
  return canvas
}
