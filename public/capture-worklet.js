/* Hands what a microphone records to the page, a block at a time, each with the clock's frame of its first sample. */
class Capture extends AudioWorkletProcessor {
  constructor() {
    super();
    this.block = new Float32Array(2_048);
    this.filled = 0;
    this.frame = 0;
    this.isOver = false;
    this.port.onmessage = () => {
      this.send();
      this.isOver = true;
    };
  }

  process([input]) {
    if (this.isOver) return false;
    const [plane] = input;
    // An input that has ended has no channels: the page knows by the next block's frame how long it was silent.
    if (plane === undefined) {
      this.send();
      return true;
    }
    if (this.filled === 0) this.frame = currentFrame;
    this.block.set(plane, this.filled);
    this.filled += plane.length;
    if (this.filled === this.block.length) this.send();
    return true;
  }

  send() {
    if (this.filled === 0) return;
    const plane = this.block.slice(0, this.filled);
    this.port.postMessage({ frame: this.frame, plane }, [plane.buffer]);
    this.filled = 0;
  }
}

registerProcessor('capture', Capture);
