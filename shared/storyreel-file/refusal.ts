/** What is wrong with a .storyreel file, as a sentence for the person. Nothing of the file is used then. */
export class StoryreelFileError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'StoryreelFileError';
  }
}
